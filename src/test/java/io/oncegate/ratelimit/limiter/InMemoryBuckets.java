package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.local.InstanceBucketsAt;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.oncegate.ratelimit.store.Taken;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Shared buckets of the tests: exact, in memory, away or silent at will; counts what is asked of it. */
final class InMemoryBuckets implements SharedBuckets {
    private final HandDrivenClock clock;
    private final InstanceBuckets buckets;
    private final Deque<Runnable> held = new ArrayDeque<>();
    private final List<Charge> returned = new ArrayList<>();
    private boolean away;
    private boolean silent;
    private long backSince;
    private int calls;

    InMemoryBuckets(HandDrivenClock clock) {
        this.clock = clock;
        this.buckets = InstanceBucketsAt.time(clock);
        this.backSince = clock.getAsLong() - Duration.ofDays(3650).toNanos();
    }

    void goAway() {
        away = true;
    }

    void comeBack() {
        away = false;
        backSince = clock.getAsLong();
    }

    /** From now on answers wait until {@link #answerAll()}. */
    void fallSilent() {
        silent = true;
    }

    void answerAll() {
        silent = false;
        while (!held.isEmpty()) {
            held.poll().run();
        }
    }

    int calls() {
        return calls;
    }

    List<Charge> returned() {
        return returned;
    }

    @Override
    public Uni<List<Taken>> take(List<Charge> charges, Duration most) {
        return Uni.createFrom().emitter(emitter -> {
            calls++;
            if (silent) {
                held.add(() -> answer(charges, emitter));
            } else {
                answer(charges, emitter);
            }
        });
    }

    private void answer(List<Charge> charges, UniEmitter<? super List<Taken>> emitter) {
        if (away) {
            emitter.fail(new StoreFailedException(Reason.CONNECTION, "away"));
        } else {
            emitter.complete(buckets.take(charges));
        }
    }

    @Override
    public void giveBack(List<Charge> charges) {
        if (charges.stream().map(Charge::key).distinct().count() < charges.size()) {
            throw new IllegalArgumentException("a bucket can be charged once in a call");
        }
        returned.addAll(charges);
        charges.forEach(buckets::giveBack);
    }

    @Override
    public boolean answering() {
        return !away;
    }

    @Override
    public long backSinceNanos() {
        return backSince;
    }
}
