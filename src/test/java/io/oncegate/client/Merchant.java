package io.oncegate.client;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.util.UUID;

/** A tenant, and one program of it that calls the service. */
public record Merchant(Instance instance, String tenant, String apiKey) {
    private static final String KEY = "Idempotency-Key";

    /** Another program of the same tenant: another principal. */
    public Merchant other(String client) {
        return instance.newProgram(tenant, client);
    }

    public RawResponse get(String target) {
        return send(request("GET", target));
    }

    /** A body under a key that was never used. */
    public RawResponse post(String target, String body) {
        return post(target, newKey(), body);
    }

    public RawResponse post(String target, String key, String body) {
        return send(request("POST", target)
                .header(KEY, key)
                .header("Content-Type", "application/json")
                .body(body));
    }

    /** What became of a key. */
    public RawResponse key(String operation, String key) {
        return send(request("GET", "/v1/idempotency-keys/" + operation).header(KEY, key));
    }

    public RawResponse send(RawRequest request) {
        return RawHttp.exchange(instance.service().url(), request);
    }

    /** A request with nothing but its credential. */
    public RawRequest request(String method, String target) {
        return RawRequest.of(method, target).header("X-Api-Key", apiKey);
    }

    public static String newKey() {
        return "key-" + UUID.randomUUID();
    }

    public static JsonObject json(RawResponse answer) {
        return new JsonObject(answer.text());
    }
}
