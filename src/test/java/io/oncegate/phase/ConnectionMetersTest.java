package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConnectionMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void whatIsOfOneConnectionIsNotShownAndAllElseIs() {
        registry.config().meterFilter(new ConnectionMeters());

        var unusedSize = registry.gauge("postgresql.queue.size", new AtomicInteger());
        var unusedCurrent = registry.gauge("postgresql.current", new AtomicInteger());
        registry.counter("postgresql.completed").increment();
        registry.counter("sql.pool.completed").increment();

        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .extracting(Meter.Id::getName)
                .containsExactlyInAnyOrder("postgresql.completed", "sql.pool.completed");
    }
}
