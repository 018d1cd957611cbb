/**
 * Stripe: PaymentIntents, created and then confirmed, with an idempotency key for each of the two. The rest of the code
 * sees a dialect.
 */
@NullMarked
package io.oncegate.payments.stripe;

import org.jspecify.annotations.NullMarked;
