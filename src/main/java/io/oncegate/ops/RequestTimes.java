package io.oncegate.ops;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.stream.LongStream;

/**
 * Has the times of requests counted by how long they were, so that whoever asks all instances together for a percentile
 * gets one. The bounds are those that promises are made in; each is a time series of each route and status.
 */
@Singleton
class RequestTimes implements MeterFilter {

    private static final String REQUESTS = "http.server.requests";

    private static final DistributionStatisticConfig BOUNDS = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(LongStream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
                    .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
                    .toArray())
            .build();

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return id.getName().equals(REQUESTS) ? BOUNDS.merge(config) : config;
    }
}
