package io.oncegate.idempotency;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Deletes finished keys that are past their life, and nothing else. Small statements, one after the other for as long as
 * each is full, so that it keeps up with any rate of new keys and never holds a lock for long. Several instances clean
 * side by side without waiting for each other.
 */
@ApplicationScoped
class Cleaner {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final IdempotencyStore store;
    private final IdempotencyMetrics metrics;
    private final IdempotencyConfig config;

    Cleaner(IdempotencyStore store, IdempotencyMetrics metrics, IdempotencyConfig config) {
        this.store = store;
        this.metrics = metrics;
        this.config = config;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(config.cleanerInterval(), "idempotency-cleaner", this::clean);
    }

    /** One round: batches until one is not full. */
    Uni<Counts> clean() {
        return batches(0)
                .call(() -> store.inProgress(Deadline.in(LIMIT)).invoke(metrics::inProgress))
                .map(total -> Counts.of("deleted", total));
    }

    private Uni<Long> batches(long before) {
        return store.deleteExpired(config.cleanerBatch(), Deadline.in(LIMIT)).chain(deleted -> {
            metrics.cleaned(deleted);
            long total = before + deleted;
            return deleted < config.cleanerBatch() ? Uni.createFrom().item(total) : batches(total);
        });
    }
}
