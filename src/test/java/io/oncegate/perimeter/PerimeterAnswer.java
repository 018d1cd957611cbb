package io.oncegate.perimeter;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What nginx itself answers: the service's problems, with nginx's own request id. */
final class PerimeterAnswer {
    private static final String REQUEST_ID = "[0-9a-f]{32}";

    private PerimeterAnswer() {}

    /** Too many requests, with every member and header that says what to do about it. */
    static void assertIsRateLimited(RawResponse answer) {
        var problem = problem(answer, 429, "rate-limited");
        assertThat(problem.getString("title")).isEqualTo("Too many requests");
        assertThat(problem.getBoolean("retryable")).isTrue();
        assertThat(problem.getString("next_key")).isEqualTo("same");
        assertThat(problem.getJsonArray("violated-policies")).isEqualTo(JsonArray.of("perimeter"));
        assertThat(answer.headers("X-RateLimit-Policy")).containsExactly("perimeter");
        assertAsksToComeBack(answer, problem);
    }

    /** No instance has answered. */
    static void assertIsOverloaded(RawResponse answer) {
        var problem = problem(answer, 503, "overloaded");
        assertThat(problem.getBoolean("retryable")).isTrue();
        assertThat(problem.getString("next_key")).isEqualTo("same");
        assertAsksToComeBack(answer, problem);
    }

    /** A refusal that a repeat would meet again. */
    static void assertIsFinal(RawResponse answer, int status, String slug) {
        var problem = problem(answer, status, slug);
        assertThat(problem.getBoolean("retryable")).isFalse();
        assertThat(problem.containsKey("next_key")).isTrue();
        assertThat(problem.getValue("next_key")).isNull();
        assertThat(answer.headers("Retry-After")).isEmpty();
        assertThat(answer.headers("X-RateLimit-Policy")).isEmpty();
    }

    static boolean isRateLimited(RawResponse answer) {
        return answer.status() == 429;
    }

    private static JsonObject problem(RawResponse answer, int status, String slug) {
        assertThat(answer.status()).as(answer::text).isEqualTo(status);
        assertThat(answer.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(answer.headers("Cache-Control")).containsExactly("no-store");
        var problem = new JsonObject(answer.text());
        assertThat(problem.getString("type")).isEqualTo("/problems/" + slug);
        assertThat(problem.getInteger("status")).isEqualTo(status);
        assertThat(problem.getString("title")).isNotBlank();
        assertThat(problem.getString("detail")).isNotBlank();
        assertThat(problem.getString("instance")).matches(REQUEST_ID);
        assertThat(answer.headers("X-Request-Id")).containsExactly(problem.getString("instance"));
        return problem;
    }

    private static void assertAsksToComeBack(RawResponse answer, JsonObject problem) {
        assertThat(answer.headers("Retry-After")).singleElement().asString().matches("[12]");
        var seconds = Integer.parseInt(answer.header("Retry-After").orElseThrow());
        assertThat(problem.getInteger("retry_after_ms")).isEqualTo(seconds * 1000);
    }
}
