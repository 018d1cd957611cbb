package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;

import io.oncegate.client.Merchant;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code GET /v1/limits} says. */
final class LookedAt {

    private LookedAt() {}

    /** By the policy's name. */
    static Map<String, JsonObject> by(Merchant merchant) {
        var answer = merchant.get("/v1/limits");
        assertThatAnswer(answer).isJson(200);
        return Merchant.json(answer).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .collect(Collectors.toMap(item -> item.getString("policy"), item -> item));
    }

    static long remaining(Merchant merchant, String policy) {
        return by(merchant).get(policy).getLong("remaining");
    }
}
