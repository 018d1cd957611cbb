package io.oncegate.overload.permits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdaptiveLimitTest {
    private static final int FLOOR = 4;
    private static final int CEILING = 40;
    private static final Duration USUAL = Duration.ofMillis(4);

    private final AdaptiveLimit limit = new AdaptiveLimit(FLOOR, CEILING);
    private long now = Duration.ofHours(1).toNanos();

    @Test
    void staysAtTheCeilingWhileStatementsTakeWhatTheyUsedTo() {
        work(Duration.ofMinutes(2), USUAL, CEILING);

        assertThat(limit.permits()).isEqualTo(CEILING);
    }

    @Test
    void fallsWhenStatementsTakeFiveTimesAsLong() {
        work(Duration.ofMinutes(2), USUAL, CEILING);

        work(Duration.ofSeconds(5), USUAL.multipliedBy(5), CEILING);

        assertThat(limit.permits()).isLessThan(CEILING / 2);
    }

    @Test
    void neverFallsBelowItsFloor() {
        work(Duration.ofMinutes(2), USUAL, CEILING);

        work(Duration.ofMinutes(1), USUAL.multipliedBy(500), CEILING);

        assertThat(limit.permits()).isEqualTo(FLOOR);
    }

    @Test
    void recoversWhenTheyAreFastAgain() {
        work(Duration.ofMinutes(2), USUAL, CEILING);
        work(Duration.ofSeconds(5), USUAL.multipliedBy(5), CEILING);

        work(Duration.ofSeconds(10), USUAL, CEILING);

        assertThat(limit.permits()).isEqualTo(CEILING);
    }

    @Test
    void doesNotGrowWhileItIsNotUsed() {
        work(Duration.ofMinutes(2), USUAL, CEILING);
        work(Duration.ofSeconds(5), USUAL.multipliedBy(5), CEILING);
        var fallen = limit.permits();

        work(Duration.ofMinutes(2), USUAL, 1);

        assertThat(limit.permits()).isEqualTo(fallen);
    }

    @Test
    void oneSlowStatementSaysNothing() {
        work(Duration.ofMinutes(2), USUAL, CEILING);

        limit.learn(now, USUAL.multipliedBy(20).toNanos(), CEILING);
        work(Duration.ofSeconds(1), USUAL, CEILING);

        assertThat(limit.permits()).isEqualTo(CEILING);
    }

    /** Statements one after the other, a thousand a second or as many as fit on one connection of each permit. */
    private void work(Duration time, Duration each, int inUse) {
        var end = now + time.toNanos();
        var pause = Math.max(Duration.ofMillis(1).toNanos(), each.toNanos() / CEILING);
        while (now < end) {
            limit.learn(now - each.toNanos(), each.toNanos(), inUse);
            now += pause;
        }
    }
}
