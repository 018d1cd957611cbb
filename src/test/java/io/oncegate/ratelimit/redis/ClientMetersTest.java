package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ClientMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void poolsAndConnectionsOfTheClientAreNotCountedAndAllElseIs() {
        registry.config().meterFilter(new ClientMeters());

        registry.counter("redis.pool.completed", "pool_name", "6cf7").increment();
        registry.counter("redis.connection.completed").increment();
        registry.counter("redis.commands").increment();
        registry.counter("sql.pool.completed").increment();

        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .extracting(Meter.Id::getName)
                .containsExactlyInAnyOrder("redis.commands", "sql.pool.completed");
    }
}
