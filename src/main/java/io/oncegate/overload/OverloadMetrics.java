package io.oncegate.overload;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.oncegate.overload.queue.Refusal;
import io.oncegate.overload.queue.ServiceClass;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** What waits and what is refused, in numbers. Labels come from the configuration only. Thread-safe. */
@ApplicationScoped
class OverloadMetrics {

    private static final String PREFIX = "oncegate.overload.";

    private final MeterRegistry registry;
    private final Gates gates;
    private final Counter victims;
    private final Map<ServiceClass, Timer> waits = new EnumMap<>(ServiceClass.class);
    private final Map<Series, Counter> rejected = new ConcurrentHashMap<>();

    /** The labels of one counter. */
    private record Series(String serviceClass, String route, String reason) {}

    OverloadMetrics(MeterRegistry registry, Gates gates) {
        this.registry = registry;
        this.gates = gates;
        this.victims = registry.counter(PREFIX + "victims");
        for (ServiceClass each : ServiceClass.values()) {
            waits.put(each, timer(each));
        }
    }

    private Timer timer(ServiceClass serviceClass) {
        return Timer.builder(PREFIX + "queue.wait")
                .tag("class", serviceClass.wire())
                .serviceLevelObjectives(LongStream.of(1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000)
                        .mapToObj(Duration::ofMillis)
                        .toArray(Duration[]::new))
                .register(registry);
    }

    /** From the start on, so that a quiet instance shows zeros and not nothing. */
    void show(@Observes StartupEvent started) {
        Gauge.builder(PREFIX + "inflight", gates, all -> all.tenants().inUse()).register(registry);
        Gauge.builder(PREFIX + "limit", gates, Gates::permits).register(registry);
        for (ServiceClass each : ServiceClass.values()) {
            Gauge.builder(PREFIX + "queue.depth", gates, all -> all.tenants().depth(each))
                    .tag("class", each.wire())
                    .register(registry);
            Gauge.builder(PREFIX + "queue.fill", gates, all -> all.tenants().fill(each))
                    .tag("class", each.wire())
                    .register(registry);
        }
    }

    void waited(ServiceClass serviceClass, Duration time) {
        Objects.requireNonNull(waits.get(serviceClass)).record(time);
    }

    /** A request was not let in. */
    void rejected(String serviceClass, String route, Refusal refusal) {
        rejected(serviceClass, route, refusal.reason().wire());
        if (refusal.victim()) {
            victims.increment();
        }
    }

    void rejected(String serviceClass, String route, String reason) {
        rejected.computeIfAbsent(new Series(serviceClass, route, reason), this::counter)
                .increment();
    }

    private Counter counter(Series series) {
        return registry.counter(
                PREFIX + "rejected",
                "class",
                series.serviceClass(),
                "route",
                series.route(),
                "reason",
                series.reason());
    }
}
