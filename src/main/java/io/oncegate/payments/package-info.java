/**
 * Payment providers: which accounts there are, how each provider's protocol is spoken, and what its answers mean. It
 * knows no order: what is to be done about an answer is decided by whoever asked.
 */
@NullMarked
package io.oncegate.payments;

import org.jspecify.annotations.NullMarked;
