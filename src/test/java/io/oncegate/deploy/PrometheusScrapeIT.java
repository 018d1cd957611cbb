package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.deploy.AlertRules.Rule;
import io.oncegate.deploy.PromQuery.Selector;
import io.oncegate.testsupport.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus with the shipped configuration looks at the packaged service. */
@Tag("external")
class PrometheusScrapeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LIMITER_DEGRADED = "OncegateLimiterDegraded";

    @TempDir
    private static Path folder;

    private static RedisProcess redis;
    private static BusyInstance busy;
    private static Prometheus prometheus;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start();
        busy = BusyInstance.start(launch -> launch.with("ONCEGATE_REDIS_URL", redis.url()));
        prometheus = Prometheus.lookingAt(List.of(busy.managementUrl()), folder);
        await().atMost(PATIENCE)
                .until(() -> prometheus.query("up{job=\"oncegate\"}").equals(List.of(1.0)));
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (busy != null) {
            busy.close();
        }
        redis.close();
    }

    @Test
    void everyRuleIsEvaluatedWithoutAnError() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.rules())
                        .hasSameSizeAs(AlertRules.all())
                        .allSatisfy(rule -> assertThat(rule.getString("health"))
                                .as(rule::encodePrettily)
                                .isEqualTo("ok")));
    }

    @Test
    void whatTheRulesReadIsStored() {
        var read = AlertRules.all().stream()
                .map(Rule::expression)
                .flatMap(expression -> PromQuery.parse(expression).selectors().stream())
                .map(Selector::metric)
                .distinct()
                .toList();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.metrics()).containsAll(read));
    }

    @Test
    void requestsAreCountedForTheErrorBudget() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.query("oncegate:requests:total"))
                        .singleElement()
                        .satisfies(requests -> assertThat(requests).isGreaterThanOrEqualTo(2)));
        assertThat(prometheus.query("oncegate:requests_failed:total"))
                .as("the webhook that was refused is not one of them")
                .containsExactly(0.0);
    }

    @Test
    void whenRedisGoesAwayTheLimitersAlertComesAndWhenItIsBackItGoes() {
        // Given
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(prometheus.stateOf(LIMITER_DEGRADED)).isEqualTo("inactive"));

        // When
        redis.kill9();

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(busy.merchant().get("/v1/orders").status()).isEqualTo(200);
            assertThat(prometheus.stateOf(LIMITER_DEGRADED)).isIn("pending", "firing");
        });
        redis.startAgain();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(prometheus.stateOf(LIMITER_DEGRADED)).isEqualTo("inactive"));
    }
}
