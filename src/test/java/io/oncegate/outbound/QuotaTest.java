package io.oncegate.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 50, 10_000})
    void aSecondsWorthMayBeginAtOnce(int perSecond) {
        var quota = new Quota(perSecond, now::get);

        assertThat(granted(quota, perSecond + 1)).isEqualTo(perSecond);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 50, 10_000})
    void theNextMayBeginWhenTheRefusalSaidAndNotBefore(int perSecond) {
        // Given
        var quota = new Quota(perSecond, now::get);
        assertThat(granted(quota, perSecond)).isEqualTo(perSecond);
        var wait = quota.take().orElseThrow();

        // When
        now.addAndGet(wait.toNanos() - 1);
        assertThat(quota.take()).isPresent();
        now.addAndGet(1);

        // Then
        assertThat(granted(quota, 2)).isEqualTo(1);
    }

    @Test
    void aRefusalCostsNothing() {
        var quota = new Quota(2, now::get);
        assertThat(granted(quota, 1000)).isEqualTo(2);

        now.addAndGet(Duration.ofMillis(500).toNanos());

        assertThat(granted(quota, 1000)).isEqualTo(1);
    }

    @Test
    void whatIsNotUsedIsNotKept() {
        var quota = new Quota(3, now::get);

        now.addAndGet(Duration.ofDays(1000).toNanos());

        assertThat(granted(quota, 1000)).isEqualTo(3);
    }

    @Test
    void overALongTimeAsManyBeginAsAreGranted() {
        var quota = new Quota(3, now::get);
        assertThat(granted(quota, 1000)).isEqualTo(3);

        var later = 0;
        for (var i = 0; i < 10_000; i++) {
            now.addAndGet(Duration.ofMillis(1).toNanos());
            later += granted(quota, 1);
        }

        assertThat(later).isEqualTo(30);
    }

    private static int granted(Quota quota, int calls) {
        var granted = 0;
        for (var i = 0; i < calls; i++) {
            granted += quota.take().isEmpty() ? 1 : 0;
        }
        return granted;
    }
}
