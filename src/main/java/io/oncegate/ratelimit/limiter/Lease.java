package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.request.ContextExecutor;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one instance took from a shared bucket ahead of use, k tokens at a time. Whoever finds it empty waits for one
 * refill, which all that wait share, and is refused only when the shared bucket answered that nothing is left.
 *
 * <pre>
 *   held ----spent----> empty --refill: some--> held
 *    |                    ^  \--refill: none--> nothing left --the time of one token--> empty
 *    +--unspent for 1 s---+ (handed back)
 * </pre>
 *
 * Over all instances the long-run total is exact, and any time T sees at most capacity + rate * T + instances * k. Safe
 * for use from any event loop.
 */
final class Lease {

    /** Under one that is empty all the time, an instance asks the store no more often than this. */
    private static final long LEAST_PAUSE_MICROS = 1000;

    private static final long MOST_PAUSE_MICROS = 1_000_000;

    /** It serves all that wait, whatever time each of them has; the store's own limit is shorter. */
    private static final Duration REFILL_LIMIT = Duration.ofSeconds(1);

    private final String key;
    private final SharedBuckets store;
    private final LongSupplier nanoClock;

    private long held;
    private long leftInStore;
    private long toFullMicros;
    private long spentNanos;
    private long emptyUntilNanos;
    private @Nullable Limit limit;
    private @Nullable Uni<Void> refill;

    Lease(String key, SharedBuckets store, LongSupplier nanoClock) {
        this.key = key;
        this.store = store;
        this.nanoClock = nanoClock;
        this.emptyUntilNanos = nanoClock.getAsLong();
    }

    /**
     * Spends {@code cost}, or tells how long to wait. Fails as {@link SharedBuckets#take} does.
     *
     * @param ahead k, in tokens
     * @param most how long the caller waits
     */
    Uni<Taken> take(Limit present, long cost, long ahead, Duration most) {
        return take(present, cost, ahead, nanoClock.getAsLong() + most.toNanos());
    }

    private Uni<Taken> take(Limit present, long cost, long ahead, long deadlineNanos) {
        Uni<Void> pending;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            if (!present.equals(limit)) {
                changeTo(present, ahead, now);
            }
            if (held >= cost) {
                held -= cost;
                spentNanos = now;
                return Uni.createFrom().item(new Taken(cost, leftInStore + held, 0, toFullMicros));
            }
            if (now - emptyUntilNanos < 0) {
                long wait = (emptyUntilNanos - now) / 1000 + 1;
                return Uni.createFrom().item(new Taken(0, held, wait, Math.max(wait, toFullMicros)));
            }
            if (now - deadlineNanos >= 0) {
                return Uni.createFrom().failure(late());
            }
            pending = refilling(present, ahead)
                    .ifNoItem()
                    .after(Duration.ofNanos(deadlineNanos - now))
                    .failWith(Lease::late);
        }
        return pending.emitOn(ContextExecutor.here()).chain(() -> take(present, cost, ahead, deadlineNanos));
    }

    private static StoreFailedException late() {
        return new StoreFailedException(Reason.TIMEOUT, "the lease was empty too long");
    }

    /** A limit that was lowered clamps what is held; one that was raised is asked for at once. */
    private void changeTo(Limit present, long ahead, long nowNanos) {
        limit = present;
        held = Math.min(held, ahead);
        emptyUntilNanos = nowNanos;
    }

    /** The refill that is under way, or a new one. */
    private Uni<Void> refilling(Limit present, long ahead) {
        Uni<Void> underWay = refill;
        if (underWay != null) {
            return underWay;
        }
        Uni<Void> begun = store.take(List.of(new Charge(key, present, ahead, Manner.PARTIAL)), REFILL_LIMIT)
                .invoke(answers -> refilled(ahead, answers.get(0)))
                .onFailure()
                .invoke(this::refillEnded)
                .replaceWithVoid()
                .memoize()
                .indefinitely();
        refill = begun;
        return begun;
    }

    private synchronized void refilled(long ahead, Taken answer) {
        refill = null;
        held += answer.granted();
        leftInStore = answer.remaining();
        toFullMicros = answer.toFullMicros();
        spentNanos = nanoClock.getAsLong();
        if (answer.granted() < ahead) {
            long pauseMicros = Math.max(LEAST_PAUSE_MICROS, Math.min(MOST_PAUSE_MICROS, answer.waitMicros()));
            emptyUntilNanos = nanoClock.getAsLong() + pauseMicros * 1000;
        }
    }

    private synchronized void refillEnded() {
        refill = null;
    }

    /** Takes back what a request did not use. */
    synchronized void giveBack(long cost) {
        held += cost;
    }

    /** Hands what is held back to the store if nothing was spent for {@code idle}. */
    void handBack(Duration idle) {
        Charge unspent;
        synchronized (this) {
            Limit last = limit;
            if (held == 0 || last == null || nanoClock.getAsLong() - spentNanos < idle.toNanos()) {
                return;
            }
            unspent = new Charge(key, last, held, Manner.ENFORCE);
            held = 0;
        }
        store.giveBack(List.of(unspent));
    }
}
