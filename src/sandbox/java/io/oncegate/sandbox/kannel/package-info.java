/**
 * Kannel's {@code sendsms} as its smsbox answers it: no keys and nothing to ask, but a receipt that is brought to the
 * address which came with the message.
 */
@NullMarked
package io.oncegate.sandbox.kannel;

import org.jspecify.annotations.NullMarked;
