/**
 * One request and its answer on the wire: answering as asked, and every way in which an answer can fail to arrive.
 */
@NullMarked
package io.oncegate.sandbox.exchange;

import org.jspecify.annotations.NullMarked;
