package io.oncegate.sandbox.notice;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * A request that tells something.
 *
 * @param url absolute
 */
public record Telling(HttpMethod method, String url, Map<String, String> headers, String body) {

    /** Posts {@code body}, with {@code signature} among its headers. */
    public static Telling json(String url, String body, Map<String, String> signature) {
        var headers = new HashMap<>(signature);
        headers.put("Content-Type", "application/json");
        return new Telling(HttpMethod.POST, url, Map.copyOf(headers), body);
    }

    /** Posts {@code body}, which nothing beside it proves. */
    public static Telling json(String url, JsonObject body) {
        return json(url, body.encode(), Map.of());
    }

    /** Everything is in the address. */
    public static Telling get(String url) {
        return new Telling(HttpMethod.GET, url, Map.of(), "");
    }
}
