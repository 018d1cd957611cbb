package io.oncegate.sandbox.exchange;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer as it goes over the wire, and as a provider stores it under a key.
 *
 * @param headers {@code Content-Type} is JSON where they do not name it
 */
public record Reply(int status, String body, Map<String, String> headers) {
    private static final int OK = 200;

    public static Reply ok(JsonObject body) {
        return of(OK, body);
    }

    public static Reply of(int status, JsonObject body) {
        return new Reply(status, body.encode(), Map.of());
    }

    /** For people, and for programs that know no JSON. */
    public static Reply text(int status, String body) {
        return new Reply(status, body, Map.of("Content-Type", "text/plain; charset=utf-8"));
    }

    /** The same with one header more. */
    public Reply with(String name, String value) {
        var all = new HashMap<>(headers);
        all.put(name, value);
        return new Reply(status, body, Map.copyOf(all));
    }
}
