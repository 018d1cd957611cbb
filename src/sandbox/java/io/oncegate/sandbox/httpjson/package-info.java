/**
 * A gateway as one would wish for: the caller's id of a message is its key, so that the same message handed over again
 * is recognised, and it can be asked for by that id.
 */
@NullMarked
package io.oncegate.sandbox.httpjson;

import org.jspecify.annotations.NullMarked;
