package io.oncegate.ratelimit.decision;

import static io.oncegate.ratelimit.decision.Verdicts.decision;
import static io.oncegate.ratelimit.decision.Verdicts.granted;
import static io.oncegate.ratelimit.decision.Verdicts.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Mode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DecisionMetricsTest {

    private static final String ROUTE = "/v1/orders";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final DecisionMetrics metrics = new DecisionMetrics(meters, nanos::get);

    @Test
    void countWhatEachPolicySaid() {
        Decision decision = decision(
                granted("tenant", 100, 1, 50),
                refused("client", 20, 2, 100_000).by(Source.CACHE, "aa"),
                refused("new", 5, 1, 100).in(Mode.SHADOW, false),
                refused("softened", 5, 1, 100).in(Mode.SOFT, false),
                granted("export", 2, 20, 1).answering(Answer.NEVER, 0),
                granted("closed", 2, 20, 0).answering(Answer.UNAVAILABLE, 0).by(Source.CLOSED, "aa"));

        metrics.count(decision, ROUTE);
        metrics.count(decision, ROUTE);

        assertThat(decisions("tenant", "allow", "redis", "enforce")).isEqualTo(2);
        assertThat(decisions("client", "deny", "cache", "enforce")).isEqualTo(2);
        assertThat(decisions("new", "would_deny", "redis", "shadow")).isEqualTo(2);
        assertThat(decisions("softened", "would_deny", "redis", "soft")).isEqualTo(2);
        assertThat(decisions("export", "never", "redis", "enforce")).isEqualTo(2);
        assertThat(decisions("closed", "deny", "closed", "enforce")).isEqualTo(2);
        assertThat(meters.find("oncegate.ratelimit.decisions").counters()).hasSize(6);
    }

    @Test
    void countWhoIsNearItsLimitWhileItIsAllowed() {
        metrics.count(decision(granted("client", 100, 1, 10)), ROUTE);
        metrics.count(decision(granted("client", 100, 1, 9), refused("tenant", 100, 1, 1)), ROUTE);
        assertThat(meters.find("oncegate.ratelimit.near.limit").counter()).isNull();

        metrics.count(decision(granted("client", 100, 1, 9), granted("tenant", 100, 1, 50)), ROUTE);

        assertThat(meters.get("oncegate.ratelimit.near.limit")
                        .tag("policy", "client")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(meters.find("oncegate.ratelimit.near.limit").counters()).hasSize(1);
    }

    @Test
    void knowTheCapacityThatWouldHaveDeniedNobody() {
        for (long remaining : new long[] {3, -15, -7}) {
            metrics.count(decision(granted("new", 10, 1, remaining).in(Mode.SHADOW, false)), ROUTE);
        }
        metrics.count(decision(granted("client", 10, 1, 0)), ROUTE);

        assertThat(meters.get("oncegate.ratelimit.needed.capacity")
                        .tag("policy", "new")
                        .gauge()
                        .value())
                .isEqualTo(25);
        assertThat(meters.find("oncegate.ratelimit.needed.capacity").gauges()).hasSize(1);
    }

    @Test
    void knowHowManySubjectsWereLimitedInTheLastMinute() {
        for (String subject : new String[] {"a", "b", "a", "c"}) {
            metrics.count(decision(refused("client", 10, 1, 1).by(Source.REDIS, subject)), ROUTE);
        }
        metrics.count(decision(granted("client", 10, 1, 1).by(Source.REDIS, "d")), ROUTE);
        metrics.count(decision(refused("new", 10, 1, 1).in(Mode.SHADOW, false).by(Source.REDIS, "e")), ROUTE);
        assertThat(limitedSubjects()).isEqualTo(3);

        nanos.addAndGet(Duration.ofSeconds(40).toNanos());
        metrics.count(decision(refused("client", 10, 1, 1).by(Source.REDIS, "a")), ROUTE);
        nanos.addAndGet(Duration.ofSeconds(40).toNanos());
        assertThat(limitedSubjects()).isEqualTo(1);

        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(limitedSubjects()).isZero();
    }

    @Test
    void rememberABoundedNumberOfSubjects() {
        for (int i = 0; i < 150_000; i++) {
            metrics.count(decision(refused("client", 10, 1, 1).by(Source.REDIS, "subject-" + i)), ROUTE);
        }

        assertThat(limitedSubjects()).isBetween(90_000.0, 100_000.0);
    }

    private double limitedSubjects() {
        return meters.get("oncegate.ratelimit.limited.subjects").gauge().value();
    }

    private double decisions(String policy, String decision, String source, String mode) {
        return meters.get("oncegate.ratelimit.decisions")
                .tags("policy", policy, "route", ROUTE, "decision", decision, "source", source, "mode", mode)
                .counter()
                .count();
    }
}
