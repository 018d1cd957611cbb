package io.oncegate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.assertj.core.api.AbstractAssert;

/** What can be said of an answer. Whatever it is, it names its request and is not to be kept. */
public final class AnswerAssert extends AbstractAssert<AnswerAssert, RawResponse> {
    private static final String ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}";
    private static final String REPLAYED = "Idempotent-Replayed";

    /** Those that ask the client to come back. */
    private static final Set<String> WITH_RETRY_AFTER = Set.of("request-in-progress", "rate-limited");

    private AnswerAssert(RawResponse answer) {
        super(answer, AnswerAssert.class);
        assertThat(answer.headers("X-Request-Id"))
                .as("X-Request-Id")
                .singleElement()
                .asString()
                .matches(ULID);
        assertThat(answer.headers("Cache-Control")).as("Cache-Control").containsExactly("no-store");
    }

    public static AnswerAssert assertThatAnswer(RawResponse answer) {
        return new AnswerAssert(answer);
    }

    /** JSON in its one form. */
    @CanIgnoreReturnValue
    public AnswerAssert isJson(int status) {
        hasStatus(status);
        assertThat(actual.headers("Content-Type")).containsExactly("application/json");
        return this;
    }

    @CanIgnoreReturnValue
    public AnswerAssert hasBody(String body) {
        assertThat(actual.text()).isEqualTo(body);
        return this;
    }

    /** An order, for the first time. */
    @CanIgnoreReturnValue
    public AnswerAssert isANewOrder() {
        isAnOrder();
        assertThat(actual.headers(REPLAYED)).as(REPLAYED).isEmpty();
        return this;
    }

    /** An order that was placed, for the first time or again. */
    @CanIgnoreReturnValue
    public AnswerAssert isAnOrder() {
        isJson(201);
        var id = Merchant.json(actual).getString("order_id");
        assertThat(actual.headers("Location")).containsExactly("/v1/orders/" + id);
        return this;
    }

    /** What was answered first, byte for byte, and says so. */
    @CanIgnoreReturnValue
    public AnswerAssert isAReplayOf(RawResponse first) {
        isTheSameAs(first);
        assertThat(actual.headers(REPLAYED)).as(REPLAYED).containsExactly("true");
        return this;
    }

    /** What was answered first, byte for byte; it may be the first answer itself. */
    @CanIgnoreReturnValue
    public AnswerAssert isTheSameAs(RawResponse first) {
        hasStatus(first.status());
        assertThat(actual.body()).isEqualTo(first.body());
        for (var header : Set.of("Content-Type", "Location")) {
            assertThat(actual.headers(header)).as(header).isEqualTo(first.headers(header));
        }
        return this;
    }

    /** A problem with everything that a problem has. */
    @CanIgnoreReturnValue
    public AnswerAssert isProblem(int status, String slug) {
        hasStatus(status);
        assertThat(actual.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(actual.headers(REPLAYED)).as(REPLAYED).isEmpty();
        var problem = Merchant.json(actual);
        assertThat(problem.getString("type")).isEqualTo("/problems/" + slug);
        assertThat(problem.getInteger("status")).isEqualTo(status);
        assertThat(problem.getString("title")).isNotBlank();
        assertThat(problem.getString("detail")).isNotBlank().doesNotContain("io.oncegate", "java.", "Exception");
        assertThat(actual.headers("X-Request-Id")).containsExactly(problem.getString("instance"));
        assertThat(problem.fieldNames()).contains("retryable", "next_key");
        assertRetryAfter(status == 503 || WITH_RETRY_AFTER.contains(slug));
        return this;
    }

    /** One member, or parameter, that is not valid. */
    @CanIgnoreReturnValue
    public AnswerAssert isInvalid(String pointer, String detail) {
        isProblem(422, "validation-failed");
        assertThat(Merchant.json(actual).getJsonArray("errors").encode())
                .isEqualTo(JsonArray.of(JsonObject.of("pointer", pointer, "detail", detail))
                        .encode());
        return this;
    }

    private void assertRetryAfter(boolean wanted) {
        var seconds = actual.headers("Retry-After");
        assertThat(seconds).as("Retry-After").hasSize(wanted ? 1 : 0);
        assertThat(seconds)
                .allSatisfy(wait -> assertThat(Integer.parseInt(wait)).isBetween(1, 3600));
    }

    private void hasStatus(int status) {
        assertThat(actual.status()).as(() -> "status of " + actual.text()).isEqualTo(status);
    }
}
