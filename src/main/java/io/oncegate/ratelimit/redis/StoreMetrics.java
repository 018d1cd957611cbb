package io.oncegate.ratelimit.redis;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.oncegate.ratelimit.store.StoreFailedException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** How the store does. Thread-safe. */
@ApplicationScoped
class StoreMetrics {

    /** A timer's exported name ends with its unit: {@code oncegate_ratelimit_store_seconds}. */
    private static final String STORE = "oncegate.ratelimit.store";

    private final MeterRegistry registry;
    private final Timer pool;
    private final Timer roundTrip;
    private final Counter garbage;
    private final Counter clockAhead;
    private final Map<StoreFailedException.Reason, Counter> failures = new EnumMap<>(StoreFailedException.Reason.class);
    private final AtomicInteger breaker = new AtomicInteger();

    StoreMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.pool = timer("pool");
        this.roundTrip = timer("roundtrip");
        this.garbage = registry.counter("oncegate.ratelimit.store.garbage");
        this.clockAhead = registry.counter("oncegate.ratelimit.store.clock.ahead");
        for (StoreFailedException.Reason reason : StoreFailedException.Reason.values()) {
            String label = reason.name().toLowerCase(Locale.ROOT);
            failures.put(reason, registry.counter("oncegate.ratelimit.store.failures", "reason", label));
        }
        registry.gauge("oncegate.ratelimit.breaker", breaker);
    }

    private Timer timer(String phase) {
        return Timer.builder(STORE)
                .tag("phase", phase)
                .serviceLevelObjectives(LongStream.of(500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000)
                        .mapToObj(micros -> Duration.of(micros, ChronoUnit.MICROS))
                        .toArray(Duration[]::new))
                .register(registry);
    }

    /** From now on, what is under way is seen. */
    void watch(AtomicInteger inFlight, int most) {
        registry.gauge(STORE + ".inflight", inFlight);
        registry.gauge(STORE + ".inflight.limit", inFlight, same -> most);
    }

    /** How long a call waited for its connection. */
    void waited(long nanos) {
        pool.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** How long Redis took to answer, the network included. */
    void answered(long nanos) {
        roundTrip.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Keys that held anything but a bucket, and buckets whose clock was ahead. */
    void oddities(long garbageKeys, long keysAhead) {
        if (garbageKeys > 0) {
            garbage.increment((double) garbageKeys);
        }
        if (keysAhead > 0) {
            clockAhead.increment((double) keysAhead);
        }
    }

    void failed(StoreFailedException.Reason reason) {
        Counter counter = failures.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    void breaker(boolean open) {
        breaker.set(open ? 1 : 0);
    }
}
