package io.oncegate.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0, 1",
        "PT0.000000001S, 1, 1",
        "PT0.0015S, 2, 1",
        "PT0.999S, 999, 1",
        "PT1S, 1000, 1",
        "PT1.0001S, 1001, 2",
        "PT59M59.5S, 3599500, 3600",
        "PT24H, 86400000, 3600",
    })
    void isRoundedUp(Duration exact, long millis, long seconds) {
        RetryAfter retry = RetryAfter.in(exact);

        assertThat(retry.millis()).isEqualTo(millis);
        assertThat(retry.seconds()).isEqualTo(seconds);
    }

    @Test
    void mayBeLaterInTheHeaderThanInTheBody() throws IOException {
        Problem problem = Problem.of(ProblemType.RATE_LIMITED, "Wait.")
                .with("violated-policies", List.of("client", "tenant"))
                .with("reason", "because")
                .withRetryAfter(new RetryAfter(Duration.ofHours(5), 9000));

        JsonNode body = new ObjectMapper().readTree(TestProblems.writer().body(problem, "an id"));

        assertThat(problem.retryAfter().orElseThrow().seconds()).isEqualTo(3600);
        assertThat(body.get("retry_after_ms").longValue()).isEqualTo(18_000_000);
        assertThat(body.get("violated-policies").toString()).isEqualTo("[\"client\",\"tenant\"]");
        assertThat(body.get("reason").textValue()).isEqualTo("because");
    }
}
