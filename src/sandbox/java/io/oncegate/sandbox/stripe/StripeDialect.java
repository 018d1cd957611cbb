package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Stripe knows keys, and keeps its failures under them. */
final class StripeDialect implements Dialect {
    static final String NAME = "stripe";

    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY_REQUESTS = 429;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public boolean keepsFailures() {
        return true;
    }

    @Override
    public Reply failure() {
        return StripeErrors.error(
                INTERNAL_ERROR, "api_error", new JsonObject().put("message", "An unknown error occurred"));
    }

    @Override
    public Reply unavailable() {
        return StripeErrors.error(
                UNAVAILABLE, "api_error", new JsonObject().put("message", "Stripe is temporarily unavailable"));
    }

    @Override
    public Reply tooManyRequests() {
        return StripeErrors.invalid(
                TOO_MANY_REQUESTS,
                new JsonObject()
                        .put("code", "rate_limit")
                        .put("doc_url", "https://stripe.com/docs/error-codes/rate-limit")
                        .put("message", "Request rate limit exceeded."));
    }

    @Override
    public Reply inUse(@Nullable String key) {
        return StripeErrors.keyInUse(key);
    }
}
