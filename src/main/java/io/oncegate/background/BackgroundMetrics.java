package io.oncegate.background;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;

/** How runs of background work end, by the task's name. Thread-safe. */
final class BackgroundMetrics {

    private static final String RUNS = "oncegate.background.runs";

    private final MeterRegistry registry;

    BackgroundMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The task, each of whose runs is counted when it has ended. */
    PeriodicTask counted(String name, PeriodicTask task) {
        Counter done = counter(name, "done");
        Counter failed = counter(name, "failed");
        return () -> Uni.createFrom()
                .deferred(task::runOnce)
                .onItemOrFailure()
                .invoke((counts, failure) -> (failure == null ? done : failed).increment());
    }

    private Counter counter(String name, String outcome) {
        return registry.counter(RUNS, "task", name, "outcome", outcome);
    }
}
