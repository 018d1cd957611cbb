package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StoreMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StoreMetrics metrics = new StoreMetrics(registry);

    @Test
    void callsAreCountedByHowLongTheyTook() {
        metrics.answered(Duration.ofMillis(3).toNanos());

        assertThat(buckets("roundtrip").map(each -> each.bucket(TimeUnit.MICROSECONDS)))
                .containsExactly(500.0, 1_000.0, 2_500.0, 5_000.0, 10_000.0, 25_000.0, 50_000.0);
        assertThat(buckets("roundtrip").map(CountAtBucket::count)).containsExactly(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0);
        assertThat(buckets("pool").map(CountAtBucket::count)).containsOnly(0.0);
    }

    private Stream<CountAtBucket> buckets(String phase) {
        return Stream.of(registry.get("oncegate.ratelimit.store")
                .tag("phase", phase)
                .timer()
                .takeSnapshot()
                .histogramCounts());
    }

    @Test
    void whatIsUnderWayIsSeenAsItIs() {
        var inFlight = new AtomicInteger();
        metrics.watch(inFlight, 2000);

        inFlight.set(7);

        assertThat(registry.get("oncegate.ratelimit.store.inflight").gauge().value())
                .isEqualTo(7);
        assertThat(registry.get("oncegate.ratelimit.store.inflight.limit")
                        .gauge()
                        .value())
                .isEqualTo(2000);
    }
}
