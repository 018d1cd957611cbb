package io.oncegate.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.phase.StorageState;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** How the instance stands, as its health says it, in numbers. */
@ApplicationScoped
class StandingMetrics {

    private final MeterRegistry registry;
    private final StorageState storage;
    private final Draining draining;

    StandingMetrics(MeterRegistry registry, StorageState storage, Draining draining) {
        this.registry = registry;
        this.storage = storage;
        this.draining = draining;
    }

    void show(@Observes StartupEvent started) {
        registry.gauge("oncegate.storage.degraded", storage, state -> state.answering() ? 0 : 1);
        registry.gauge("oncegate.draining", draining, state -> state.begun() ? 1 : 0);
    }
}
