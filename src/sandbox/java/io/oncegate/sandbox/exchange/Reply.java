package io.oncegate.sandbox.exchange;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer as it goes over the wire, and as a provider stores it under a key.
 *
 * @param headers beside {@code Content-Type}, which is JSON
 */
public record Reply(int status, String body, Map<String, String> headers) {
    private static final int OK = 200;

    public static Reply ok(JsonObject body) {
        return of(OK, body);
    }

    public static Reply of(int status, JsonObject body) {
        return new Reply(status, body.encode(), Map.of());
    }

    /** The same with one header more. */
    public Reply with(String name, String value) {
        var all = new HashMap<>(headers);
        all.put(name, value);
        return new Reply(status, body, Map.copyOf(all));
    }
}
