package io.oncegate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.assertj.core.api.AbstractAssert;

/** What can be said of an answer; whatever it is, it is not to be kept. */
public final class AnswerAssert extends AbstractAssert<AnswerAssert, RawResponse> {

    private AnswerAssert(RawResponse answer) {
        super(answer, AnswerAssert.class);
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

    @CanIgnoreReturnValue
    public AnswerAssert isProblem(int status, String slug) {
        hasStatus(status);
        assertThat(actual.headers("Content-Type")).containsExactly("application/problem+json");
        assertThat(Merchant.json(actual).getString("type")).isEqualTo("/problems/" + slug);
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

    private void hasStatus(int status) {
        assertThat(actual.status()).as(() -> "status of " + actual.text()).isEqualTo(status);
    }
}
