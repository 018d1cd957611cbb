package io.oncegate.sandbox.stripe;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** Shapes that several of Stripe's answers have. */
final class StripeJson {
    private StripeJson() {}

    static JsonObject of(Map<String, String> pairs) {
        var json = new JsonObject();
        pairs.forEach(json::put);
        return json;
    }

    static JsonObject list(String url, List<JsonObject> page, boolean hasMore) {
        return new JsonObject()
                .put("object", "list")
                .put("data", new JsonArray(page))
                .put("has_more", hasMore)
                .put("url", url);
    }

    static JsonObject searchResult(String url, List<JsonObject> found) {
        return new JsonObject()
                .put("object", "search_result")
                .put("data", new JsonArray(found))
                .put("has_more", false)
                .put("next_page", null)
                .put("url", url);
    }
}
