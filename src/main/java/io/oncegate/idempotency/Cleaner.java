package io.oncegate.idempotency;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.idempotency.IdempotencyStore.Deleted;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.stream.Collectors;

/**
 * Deletes finished keys that are past their life, and nothing else. Small statements, each followed by a rest of seven
 * times its own length, so that cleaning takes at most an eighth of one connection's time however much there is to clean
 * and however slow the database is. Several instances clean side by side without waiting for each other.
 */
@ApplicationScoped
class Cleaner {

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);

    /** A run ends after this long even if there is more, so that a shutdown never waits for it. */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(5);

    private static final int REST_PER_WORK = 7;

    /** PostgreSQL's {@code -infinity}. */
    private static final OffsetDateTime BEGINNING = OffsetDateTime.MIN;

    private final IdempotencyStore store;
    private final IdempotencyMetrics metrics;
    private final IdempotencyConfig config;
    private final Vertx vertx;

    /** Up to here everything that had expired is deleted, but for rows that somebody held. */
    private volatile OffsetDateTime reached = BEGINNING;

    Cleaner(IdempotencyStore store, IdempotencyMetrics metrics, IdempotencyConfig config, Vertx vertx) {
        this.store = store;
        this.metrics = metrics;
        this.config = config;
        this.vertx = vertx;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(config.cleanerInterval(), "idempotency-cleaner", this::clean);
    }

    /** One run: batches until one is not full. What the last run had no time for is the next one's. */
    Uni<Counts> clean() {
        Deadline end = Deadline.in(LONGEST_RUN);
        return Multi.createBy()
                .repeating()
                .uni(this::batch)
                .whilst(deleted -> isFull(deleted) && !end.passed())
                .collect()
                .with(Collectors.summingLong(Deleted::number))
                .map(total -> Counts.of("deleted", total));
    }

    private Uni<Deleted> batch() {
        long began = System.nanoTime();
        return store.deleteExpired(reached, config.cleanerBatch(), Deadline.in(STATEMENT_LIMIT))
                .invoke(deleted -> metrics.cleaned(deleted.number()))
                .invoke(this::goOn)
                .call(deleted -> isFull(deleted) ? rest(System.nanoTime() - began) : nothing());
    }

    /** Whoever is done begins again at the beginning, where rows may have been passed over. */
    private void goOn(Deleted deleted) {
        reached = isFull(deleted) ? deleted.upTo().orElse(BEGINNING) : BEGINNING;
    }

    private boolean isFull(Deleted deleted) {
        return deleted.number() == config.cleanerBatch();
    }

    private Uni<Void> rest(long workNanos) {
        long millis = Math.max(1, Duration.ofNanos(workNanos * REST_PER_WORK).toMillis());
        return Uni.createFrom().emitter(emitter -> vertx.setTimer(millis, over -> emitter.complete(null)));
    }

    private static Uni<Void> nothing() {
        return Uni.createFrom().voidItem();
    }
}
