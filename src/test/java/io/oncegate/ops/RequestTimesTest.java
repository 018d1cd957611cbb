package io.oncegate.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestTimesTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void requestsAreCountedByHowLongTheyTookAndNothingElseIs() {
        registry.config().meterFilter(new RequestTimes());
        var requests = registry.timer("http.server.requests");
        var others = registry.timer("http.client.requests");

        requests.record(Duration.ofMillis(30));
        others.record(Duration.ofMillis(30));

        assertThat(buckets(requests).map(each -> each.bucket(TimeUnit.MILLISECONDS)))
                .containsExactly(5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1_000.0, 2_500.0, 5_000.0, 10_000.0);
        assertThat(buckets(requests).map(CountAtBucket::count))
                .containsExactly(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
        assertThat(buckets(others)).isEmpty();
    }

    private static Stream<CountAtBucket> buckets(Timer timer) {
        return Stream.of(timer.takeSnapshot().histogramCounts());
    }
}
