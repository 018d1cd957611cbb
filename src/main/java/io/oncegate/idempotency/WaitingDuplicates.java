package io.oncegate.idempotency;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Duplicates that asked to wait for the first request's answer ({@code Prefer: wait}, RFC 7240). They hold neither a
 * thread nor a connection to the database: one statement looks all of an instance's up at a time, and none is sent while
 * nobody waits. Safe for use from any event loop; each duplicate goes on on its own context.
 */
@ApplicationScoped
class WaitingDuplicates {

    private static final Duration LOOK_LIMIT = Duration.ofSeconds(2);

    /** Kept from a request's time, so that it can still be told how things stand when it has waited in vain. */
    private static final Duration LAST_LOOK = Duration.ofMillis(300);

    private final IdempotencyStore store;
    private final Vertx vertx;
    private final Duration interval;
    private final int most;
    private final Map<KeyScope, Set<Waiter>> waiters = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    WaitingDuplicates(IdempotencyStore store, Vertx vertx, IdempotencyConfig config, IdempotencyMetrics metrics) {
        this.store = store;
        this.vertx = vertx;
        this.interval = config.waitInterval();
        this.most = config.mostWaiting();
        metrics.waiting(count);
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(interval, "waiting-duplicates", this::look);
    }

    /** Ends when the key is not in progress any more, when the request waited as long as it wanted, or at once if too many
     * wait. */
    Uni<Void> await(IdempotentRequest request) {
        if (count.get() >= most) {
            return Uni.createFrom().voidItem();
        }
        long left = request.deadline().remaining().minus(LAST_LOOK).toMillis();
        long millis = Math.min(request.patience().toMillis(), left);
        if (millis < 1) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom().emitter(emitter -> new Waiter(request.scope(), emitter).waitFor(millis));
    }

    private Uni<Counts> look() {
        if (waiters.isEmpty()) {
            return Uni.createFrom().item(Counts.NOTHING);
        }
        return store.settled(waiters.keySet(), Deadline.in(LOOK_LIMIT)).map(settled -> {
            settled.forEach(this::wake);
            return Counts.NOTHING;
        });
    }

    private void wake(KeyScope scope) {
        Set<Waiter> awake = waiters.remove(scope);
        if (awake != null) {
            awake.forEach(waiter -> waiter.own.runOnContext(now -> waiter.goOn()));
        }
    }

    /** One duplicate; all that it does happens on its request's context. */
    private final class Waiter {

        private final KeyScope scope;
        private final UniEmitter<? super Void> emitter;
        private final Context own = vertx.getOrCreateContext();
        private long timer;
        private boolean gone;

        Waiter(KeyScope scope, UniEmitter<? super Void> emitter) {
            this.scope = scope;
            this.emitter = emitter;
        }

        void waitFor(long millis) {
            count.incrementAndGet();
            timer = vertx.setTimer(millis, over -> goOn());
            waiters.compute(scope, (same, others) -> {
                Set<Waiter> all = others == null ? new HashSet<>() : others;
                all.add(this);
                return all;
            });
        }

        void goOn() {
            vertx.cancelTimer(timer);
            waiters.computeIfPresent(scope, (same, others) -> {
                others.remove(this);
                return others.isEmpty() ? null : others;
            });
            if (!gone) {
                gone = true;
                count.decrementAndGet();
                emitter.complete(null);
            }
        }
    }
}
