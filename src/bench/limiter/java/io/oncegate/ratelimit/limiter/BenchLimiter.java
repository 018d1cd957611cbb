package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.local.BenchInstanceBuckets;
import io.oncegate.ratelimit.store.SharedBuckets;

/** The limiter of an instance that is alone, for a program without a container. */
public final class BenchLimiter {
    private static final int BUCKETS = 100_000;

    private BenchLimiter() {}

    public static Limiter on(SharedBuckets store) {
        LocalPolicies own = new LocalPolicies(BenchInstanceBuckets.atMost(BUCKETS), LevelCharge::whole);
        LocalPolicies shares = new LocalPolicies(BenchInstanceBuckets.atMost(BUCKETS), new Shares(() -> 1)::of);
        Fallback fallback = new Fallback(shares, System::nanoTime, store::backSinceNanos);
        SharedPolicies shared = new SharedPolicies(store, fallback, new DenyCache(BUCKETS, System::nanoTime));
        LeasedPolicies leased = new LeasedPolicies(store, shared, fallback, () -> 1, System::nanoTime);
        return new Limiter(own, leased, shared);
    }
}
