package io.oncegate.ratelimit;

import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.Taken;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/** Shared buckets that have nothing for anybody, and a token in a second. */
final class EmptyBuckets implements SharedBuckets {
    private static final long SECOND_MICROS = 1_000_000;

    int asked;

    @Override
    public Uni<List<Taken>> take(List<Charge> charges, Duration most) {
        asked++;
        return Uni.createFrom()
                .item(charges.stream()
                        .map(charge ->
                                new Taken(0, 0, SECOND_MICROS, charge.limit().timeToFullMicros()))
                        .toList());
    }

    @Override
    public void giveBack(List<Charge> charges) {
        throw new AssertionError("nothing was taken");
    }

    @Override
    public boolean answering() {
        return true;
    }

    @Override
    public long backSinceNanos() {
        return 0;
    }
}
