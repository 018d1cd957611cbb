package io.oncegate.sandbox;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Calls to the sandbox's YooKassa, by one shop. */
record YooKassaCalls(LiveSandbox sandbox, String shop) {
    static final String PAYMENTS = "/yookassa/v3/payments";

    /** What the tests that care for no shop in particular call themselves. */
    static YooKassaCalls of(LiveSandbox sandbox) {
        return new YooKassaCalls(sandbox, "100500");
    }

    /** Takes the money at once. */
    RawRequest create(String reference, String key, String method) {
        return create(key, body(reference, method));
    }

    RawRequest create(String key, JsonObject body) {
        return post(PAYMENTS, key, body);
    }

    /** The id of a payment whose money is held for {@code reference}. */
    String held(String reference, String key, String method) {
        return sandbox.json(create(key, body(reference, method).put("capture", false)))
                .getString("id");
    }

    RawRequest capture(String id, String key) {
        return capture(id, key, new JsonObject());
    }

    RawRequest capture(String id, String key, JsonObject body) {
        return post("%s/%s/capture".formatted(PAYMENTS, id), key, body);
    }

    RawRequest cancel(String id, String key) {
        return post("%s/%s/cancel".formatted(PAYMENTS, id), key, new JsonObject());
    }

    private RawRequest post(String path, String key, JsonObject body) {
        return RawRequest.of("POST", path)
                .header("Authorization", authorization())
                .header("Content-Type", "application/json")
                .header("Idempotence-Key", key)
                .body(body.encode());
    }

    RawRequest list(String query) {
        return get(PAYMENTS + "?" + query);
    }

    RawRequest load(String id) {
        return get(PAYMENTS + "/" + id);
    }

    private RawRequest get(String path) {
        return RawRequest.of("GET", path).header("Authorization", authorization());
    }

    JsonObject show(String id) {
        return sandbox.json(load(id));
    }

    String status(String id) {
        return show(id).getString("status");
    }

    String authorization() {
        var pair = (shop + ":secret").getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    static JsonObject body(String reference, String method) {
        return new JsonObject()
                .put("amount", new JsonObject().put("value", "100.00").put("currency", "RUB"))
                .put("capture", true)
                .put("payment_token", method)
                .put(
                        "confirmation",
                        new JsonObject().put("type", "redirect").put("return_url", "https://shop.example/back"))
                .put("metadata", new JsonObject().put("order_id", reference));
    }
}
