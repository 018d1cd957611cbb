package io.oncegate.sandbox;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The idempotency keys under which requests really came in. */
final class ReceivedKeys {
    private ReceivedKeys() {}

    /** Those in {@code header} of the requests that are {@code wanted}, in the order in which they came. */
    static List<String> of(LiveSandbox sandbox, String header, Predicate<JsonObject> wanted) {
        return sandbox.array("/__requests").stream()
                .map(JsonObject.class::cast)
                .filter(wanted)
                .flatMap(request -> values(request, header))
                .toList();
    }

    private static Stream<String> values(JsonObject request, String header) {
        return request.getJsonArray("headers").stream()
                .map(JsonArray.class::cast)
                .filter(pair -> pair.getString(0).equalsIgnoreCase(header))
                .map(pair -> pair.getString(1));
    }
}
