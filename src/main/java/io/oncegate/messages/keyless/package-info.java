/**
 * A crude gateway: one request that sends, again whenever it is repeated, and nothing that could be asked afterwards.
 * The rest of the code sees a protocol.
 */
@NullMarked
package io.oncegate.messages.keyless;

import org.jspecify.annotations.NullMarked;
