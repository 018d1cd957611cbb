package io.oncegate.idempotency;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Keeps the gauges of what is left to be done about keys up to date, whatever becomes of the cleaner. */
@ApplicationScoped
class BacklogWatch {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    private final IdempotencyStore store;
    private final IdempotencyMetrics metrics;

    BacklogWatch(IdempotencyStore store, IdempotencyMetrics metrics) {
        this.store = store;
        this.metrics = metrics;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "idempotency-backlog", this::look);
    }

    Uni<Counts> look() {
        return store.backlog(Deadline.in(STATEMENT_LIMIT))
                .invoke(metrics::backlog)
                .replaceWith(Counts.NOTHING);
    }
}
