package io.oncegate.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.AnswerAssert;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;

/** What holds for every problem, whoever refused the request. */
public final class Problems {

    private Problems() {}

    /** All of a problem, but for what its type adds. */
    public static void assertProblem(RawResponse answer, int status, String slug) {
        AnswerAssert.assertThatAnswer(answer).isProblem(status, slug);
        JsonObject problem = Merchant.json(answer);
        assertThat(problem.fieldNames())
                .contains("type", "title", "status", "detail", "instance", "retryable", "next_key");
        assertThat(problem.getInteger("status")).isEqualTo(status);
        assertThat(problem.getString("title")).isNotBlank();
        assertThat(answer.headers("X-Request-Id")).containsExactly(problem.getString("instance"));
        assertThat(problem.getString("detail"))
                .matches("(?s)[A-Z/].*[.a-z0-9]")
                .doesNotContain("Exception", "io.", "java.", "org.", "SQL");
    }
}
