/**
 * How a test or a person tells the providers what to do: verbs, the lists they come in, and which request takes which.
 * A payment method or the text of a message carries its own list; posted scripts go before it.
 */
@NullMarked
package io.oncegate.sandbox.script;

import org.jspecify.annotations.NullMarked;
