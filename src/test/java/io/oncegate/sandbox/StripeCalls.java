package io.oncegate.sandbox;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Calls to the sandbox's Stripe, as the service makes them. */
record StripeCalls(LiveSandbox sandbox) {
    static final String INTENTS = "/stripe/v1/payment_intents";
    static final String AMOUNT = "1000";
    static final String CURRENCY = "usd";

    static RawRequest post(String path, String key, String... pairs) {
        return RawRequest.of("POST", path)
                .header("Authorization", "Bearer sk_test_1")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Idempotency-Key", key)
                .body(String.join("&", pairs));
    }

    static RawRequest get(String path) {
        return RawRequest.of("GET", path).header("Authorization", "Bearer sk_test_1");
    }

    static RawRequest create(String reference) {
        return post(
                INTENTS,
                "create-" + reference,
                "amount=" + AMOUNT,
                "currency=" + CURRENCY,
                "metadata[order_id]=" + reference,
                "return_url=https%3A%2F%2Fshop.example%2Fback");
    }

    static RawRequest confirm(String intent, String key, String method) {
        return post(INTENTS + "/" + intent + "/confirm", key, "payment_method=" + method);
    }

    /** A new intent for {@code reference}. */
    String intent(String reference) {
        return sandbox.json(create(reference)).getString("id");
    }

    JsonObject state(String intent) {
        return sandbox.json(get(INTENTS + "/" + intent));
    }

    String status(String intent) {
        return state(intent).getString("status");
    }

    JsonArray search(String reference) {
        var query = URLEncoder.encode("metadata['order_id']:'%s'".formatted(reference), StandardCharsets.UTF_8);
        return sandbox.json(get(INTENTS + "/search?query=" + query)).getJsonArray("data");
    }
}
