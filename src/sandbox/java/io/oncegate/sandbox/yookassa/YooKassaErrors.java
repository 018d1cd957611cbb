package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** YooKassa's errors, in its own words. */
final class YooKassaErrors {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;

    private YooKassaErrors() {}

    static Reply credentials() {
        return error(
                UNAUTHORIZED,
                "invalid_credentials",
                "Error in shopId or secret key. Check their validity. You can reissue the key in the Merchant Profile",
                "Authorization");
    }

    static Reply invalid(String description, @Nullable String parameter) {
        return error(BAD_REQUEST, "invalid_request", description, parameter);
    }

    static Reply keyMissing() {
        return invalid("Idempotence key is empty", "Idempotence-Key");
    }

    static Reply keyTooLong(int longest) {
        return invalid("Idempotence key is longer than %d characters".formatted(longest), "Idempotence-Key");
    }

    static Reply keyReused() {
        return invalid("Idempotence key duplicated", "Idempotence-Key");
    }

    static Reply noSuchPayment() {
        return error(NOT_FOUND, "not_found", "Payment doesn't exist or access denied", "payment_id");
    }

    static Reply notHeld(PaymentStatus status) {
        return invalid(
                "Incorrect payment_id. The payment has an invalid status: %s. Specify one that is waiting_for_capture"
                        .formatted(status.word()),
                "payment_id");
    }

    static Reply noSuchPath() {
        return error(NOT_FOUND, "not_found", "There is no such method", null);
    }

    static Reply error(int status, String code, String description, @Nullable String parameter) {
        var body = new JsonObject()
                .put("type", "error")
                .put("id", UUID.randomUUID().toString())
                .put("code", code)
                .put("description", description);
        if (parameter != null) {
            body.put("parameter", parameter);
        }
        return Reply.of(status, body);
    }
}
