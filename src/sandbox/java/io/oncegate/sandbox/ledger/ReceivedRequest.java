package io.oncegate.sandbox.ledger;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came in.
 *
 * @param uri path and query, not decoded
 * @param headers in their order; a repeated one stands there as often as it was sent
 * @param body decoded as UTF-8
 */
public record ReceivedRequest(
        String method, String uri, List<Map.Entry<String, String>> headers, String body, Instant at) {

    public static ReceivedRequest of(HttpServerRequest request, @Nullable Buffer body, Instant at) {
        return new ReceivedRequest(
                request.method().name(),
                request.uri(),
                List.copyOf(request.headers().entries()),
                body == null ? "" : body.toString(),
                at);
    }

    JsonObject toJson() {
        var headerPairs = new JsonArray();
        headers.forEach(
                header -> headerPairs.add(new JsonArray().add(header.getKey()).add(header.getValue())));
        return new JsonObject()
                .put("method", method)
                .put("uri", uri)
                .put("headers", headerPairs)
                .put("body", body)
                .put("at", at.toString());
    }
}
