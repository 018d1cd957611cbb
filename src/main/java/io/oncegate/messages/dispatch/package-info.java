/**
 * Sending what was accepted: whose turn it is, how often and until when, and what is done about messages of which nobody
 * knows what became. It keeps from the rest of the code that messages wait, and that sending them can fail.
 */
@NullMarked
package io.oncegate.messages.dispatch;

import org.jspecify.annotations.NullMarked;
