package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.StripeSigned;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What Stripe tells by itself: an event, with the object as it is when it happens. */
final class StripeEvent {
    private static final Map<IntentStatus, String> OF_INTENTS = Map.of(
            IntentStatus.SUCCEEDED, "payment_intent.succeeded",
            IntentStatus.REQUIRES_PAYMENT_METHOD, "payment_intent.payment_failed",
            IntentStatus.REQUIRES_ACTION, "payment_intent.requires_action",
            IntentStatus.PROCESSING, "payment_intent.processing",
            IntentStatus.CANCELED, "payment_intent.canceled");

    private StripeEvent() {}

    /** The type of the event when an intent becomes {@code status}; empty where there is none. */
    static Optional<String> ofIntent(IntentStatus status) {
        return Optional.ofNullable(OF_INTENTS.get(status));
    }

    /** {@code key}: that of the request which made it happen. */
    static Notice of(String type, JsonObject object, @Nullable String key, Instant at) {
        var event = new JsonObject()
                .put("id", StripeIds.event())
                .put("object", "event")
                .put("api_version", StripeApi.VERSION)
                .put("created", at.getEpochSecond())
                .put("data", new JsonObject().put("object", object))
                .put("livemode", false)
                .put("pending_webhooks", 1)
                .put("request", new JsonObject().put("id", StripeIds.request()).put("idempotency_key", key))
                .put("type", type);
        return new StripeSigned(event.encode());
    }
}
