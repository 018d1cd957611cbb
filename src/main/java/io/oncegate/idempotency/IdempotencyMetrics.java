package io.oncegate.idempotency;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What became of requests with a key. Labels are operations and outcomes only. Thread-safe. */
@ApplicationScoped
class IdempotencyMetrics {

    /** How a request was answered. */
    enum Outcome {
        NEW,
        REPLAY,
        CACHE,
        IN_PROGRESS,
        REUSED,
        TAKEN_OVER,
        FENCED
    }

    private final MeterRegistry registry;
    private final Map<String, Counter[]> requests = new ConcurrentHashMap<>();
    private final Counter cleaned;
    private final AtomicLong oldestAgeSeconds;
    private final AtomicLong stuck;

    IdempotencyMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.cleaned = registry.counter("oncegate.idempotency.cleaned");
        this.oldestAgeSeconds = gauge("oncegate.idempotency.inprogress.oldest.age");
        this.stuck = gauge("oncegate.idempotency.inprogress.stuck");
    }

    private AtomicLong gauge(String name) {
        AtomicLong value = new AtomicLong();
        registry.gauge(name, value);
        return value;
    }

    void count(OperationKind kind, Outcome outcome) {
        requests.computeIfAbsent(kind.name(), this::counters)[outcome.ordinal()].increment();
    }

    private Counter[] counters(String operation) {
        Outcome[] outcomes = Outcome.values();
        Counter[] counters = new Counter[outcomes.length];
        for (Outcome outcome : outcomes) {
            counters[outcome.ordinal()] = registry.counter(
                    "oncegate.idempotency.requests",
                    "operation",
                    operation,
                    "outcome",
                    outcome.name().toLowerCase(Locale.ROOT));
        }
        return counters;
    }

    void cleaned(int rows) {
        cleaned.increment(rows);
    }

    void inProgress(IdempotencyStore.InProgress now) {
        oldestAgeSeconds.set(now.oldestAgeSeconds());
        stuck.set(now.stuck());
    }
}
