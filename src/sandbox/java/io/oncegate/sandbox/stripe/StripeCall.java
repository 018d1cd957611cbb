package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.exchange.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A request to Stripe whose sender is known.
 *
 * @param id what Stripe calls the request by
 * @param account the API key; what one has used as idempotency keys another may use again
 * @param key the idempotency key
 */
record StripeCall(
        Exchange exchange,
        String id,
        String account,
        String path,
        @Nullable String key,
        Form form) {

    /** The path as Stripe knows it, which has not moved in with other providers. */
    String ownPath() {
        return path.substring(StripeDialect.NAME.length() + 1);
    }
}
