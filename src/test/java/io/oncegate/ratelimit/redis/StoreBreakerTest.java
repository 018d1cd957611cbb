package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.redis.StoreBreaker.Change;
import io.oncegate.ratelimit.redis.StoreBreaker.Pass;
import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StoreBreakerTest {
    private final AtomicLong now = new AtomicLong(-Duration.ofDays(1).toNanos());
    private final StoreBreaker breaker = new StoreBreaker(Settings.of(RateLimitStoreConfig.class), now::get);

    @Test
    void fewerThanTwentyCallsSayNothing() {
        ends(19, false);

        assertThat(breaker.isOpen()).isFalse();
        assertThat(breaker.ask()).isEqualTo(Pass.CALL);
        assertThat(breaker.ended(Pass.CALL, false)).isEqualTo(Change.OPENED);
    }

    @Test
    void lessThanHalfKeepsItClosed() {
        ends(11, true);
        ends(9, false);

        assertThat(breaker.isOpen()).isFalse();

        ends(2, false);

        assertThat(breaker.isOpen()).isTrue();
    }

    @Test
    void callsOfMoreThanTenSecondsAgoDoNotCount() {
        ends(19, false);
        pass(Duration.ofSeconds(11));
        ends(19, false);

        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void anOutageThatFewCallsMetIsRememberedAsOne() {
        // Given
        long before = breaker.closedSince();
        ends(2, false);
        ends(1, true);
        assertThat(breaker.closedSince()).isEqualTo(before);

        // When
        ends(3, false);
        pass(Duration.ofSeconds(40));
        ends(1, true);

        // Then
        assertThat(breaker.isOpen()).isFalse();
        assertThat(breaker.closedSince()).isEqualTo(now.get());
    }

    @Test
    void openItLetsOneCallASecondPass() {
        ends(20, false);

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        pass(Duration.ofSeconds(1));
        assertThat(breaker.ask()).isEqualTo(Pass.PROBE);
        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        assertThat(breaker.ended(Pass.PROBE, false)).isEqualTo(Change.NONE);
        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        pass(Duration.ofSeconds(1));
        assertThat(breaker.ask()).isEqualTo(Pass.PROBE);
    }

    @Test
    void oneProbeThatEndsWellClosesItAndForgetsWhatWas() {
        ends(20, false);
        pass(Duration.ofSeconds(1));
        assertThat(breaker.ask()).isEqualTo(Pass.PROBE);

        assertThat(breaker.ended(Pass.PROBE, true)).isEqualTo(Change.CLOSED);

        assertThat(breaker.closedSince()).isEqualTo(now.get());
        ends(19, false);
        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void aLateCallOfBeforeDoesNotCloseIt() {
        ends(20, false);

        assertThat(breaker.ended(Pass.CALL, true)).isEqualTo(Change.NONE);
        assertThat(breaker.isOpen()).isTrue();
    }

    @Test
    void whatNeverWasOpenIsClosedSinceLongAgo() {
        assertThat(now.get() - breaker.closedSince())
                .isGreaterThan(Duration.ofDays(1000).toNanos());
    }

    private void ends(int calls, boolean well) {
        for (var i = 0; i < calls; i++) {
            var unused = breaker.ended(Pass.CALL, well);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
