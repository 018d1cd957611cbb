package io.oncegate.sandbox.stripe;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a PaymentIntent.
 *
 * @param detail what Stripe tells beside the status: the last error, the next action, or when and why it was cancelled
 */
record IntentState(
        IntentStatus status,
        @Nullable String paymentMethod,
        @Nullable String charge,
        @Nullable JsonObject detail) {

    /** As it is created without being confirmed. */
    static IntentState unconfirmed(@Nullable String paymentMethod) {
        return new IntentState(
                paymentMethod == null ? IntentStatus.REQUIRES_PAYMENT_METHOD : IntentStatus.REQUIRES_CONFIRMATION,
                paymentMethod,
                null,
                null);
    }

    static IntentState succeeded(String paymentMethod, String charge) {
        return new IntentState(IntentStatus.SUCCEEDED, paymentMethod, charge, null);
    }

    static IntentState processing(String paymentMethod) {
        return new IntentState(IntentStatus.PROCESSING, paymentMethod, null, null);
    }

    static IntentState declined(@Nullable String charge, JsonObject error) {
        return new IntentState(IntentStatus.REQUIRES_PAYMENT_METHOD, null, charge, error);
    }

    static IntentState action(String paymentMethod, JsonObject nextAction) {
        return new IntentState(IntentStatus.REQUIRES_ACTION, paymentMethod, null, nextAction);
    }

    IntentState cancelled(long second, @Nullable String reason) {
        var cancellation = new JsonObject().put("canceled_at", second).put("cancellation_reason", reason);
        return new IntentState(IntentStatus.CANCELED, paymentMethod, charge, cancellation);
    }

    /** The detail where it is that of {@code wanted}, else null as Stripe writes it. */
    @Nullable
    JsonObject detailOf(IntentStatus wanted) {
        return status == wanted ? detail : null;
    }
}
