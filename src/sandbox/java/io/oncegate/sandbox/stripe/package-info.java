/**
 * Stripe as its public API documents it: PaymentIntents, charges, idempotency keys that keep failures too, and a search
 * that lags.
 */
@NullMarked
package io.oncegate.sandbox.stripe;

import org.jspecify.annotations.NullMarked;
