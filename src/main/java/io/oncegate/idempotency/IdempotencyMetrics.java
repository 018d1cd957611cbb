package io.oncegate.idempotency;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.idempotency.operation.OperationKind;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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
        FENCED,
        OPEN
    }

    private final MeterRegistry registry;
    private final Map<Request, Counter> requests = new ConcurrentHashMap<>();
    private final Counter cleaned;
    private final AtomicLong oldestAgeSeconds;
    private final AtomicLong stuck;
    private final AtomicLong expiredForSeconds;

    IdempotencyMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.cleaned = registry.counter("oncegate.idempotency.cleaned");
        this.oldestAgeSeconds = gauge("oncegate.idempotency.inprogress.oldest.age");
        this.stuck = gauge("oncegate.idempotency.inprogress.stuck");
        this.expiredForSeconds = gauge("oncegate.idempotency.expired.oldest.age");
    }

    private AtomicLong gauge(String name) {
        AtomicLong value = new AtomicLong();
        registry.gauge(name, value);
        return value;
    }

    private record Request(String operation, Outcome outcome) {}

    void count(OperationKind kind, Outcome outcome) {
        requests.computeIfAbsent(new Request(kind.name(), outcome), this::counter)
                .increment();
    }

    private Counter counter(Request request) {
        String outcome = request.outcome.name().toLowerCase(Locale.ROOT);
        return registry.counter("oncegate.idempotency.requests", "operation", request.operation, "outcome", outcome);
    }

    void cleaned(int rows) {
        cleaned.increment(rows);
    }

    /** {@code duplicates}: how many wait at the moment at which it is asked. */
    void waiting(AtomicInteger duplicates) {
        registry.gauge("oncegate.idempotency.waiting", duplicates);
    }

    void backlog(IdempotencyStore.Backlog now) {
        oldestAgeSeconds.set(now.oldestAgeSeconds());
        stuck.set(now.stuck());
        expiredForSeconds.set(now.expiredForSeconds());
    }
}
