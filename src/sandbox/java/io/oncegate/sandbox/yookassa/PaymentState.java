package io.oncegate.sandbox.yookassa;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a payment.
 *
 * @param capturedAt when the money moved
 * @param confirmation where the payer is sent
 * @param cancellation who cancelled it, and why
 */
record PaymentState(
        PaymentStatus status,
        @Nullable Instant capturedAt,
        @Nullable JsonObject confirmation,
        @Nullable JsonObject cancellation) {
    private static final String NETWORK = "payment_network";

    static PaymentState pending() {
        return new PaymentState(PaymentStatus.PENDING, null, null, null);
    }

    static PaymentState askingPayer(JsonObject confirmation) {
        return new PaymentState(PaymentStatus.PENDING, null, confirmation, null);
    }

    static PaymentState succeeded(Instant at) {
        return new PaymentState(PaymentStatus.SUCCEEDED, at, null, null);
    }

    static PaymentState waitingForCapture() {
        return new PaymentState(PaymentStatus.WAITING_FOR_CAPTURE, null, null, null);
    }

    static PaymentState declined() {
        return cancelled(NETWORK, "general_decline");
    }

    static PaymentState notAuthenticated() {
        return cancelled(NETWORK, "3d_secure_failed");
    }

    static PaymentState cancelled(String party, String reason) {
        return new PaymentState(
                PaymentStatus.CANCELED,
                null,
                null,
                new JsonObject().put("party", party).put("reason", reason));
    }
}
