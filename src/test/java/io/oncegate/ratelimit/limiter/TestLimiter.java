package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.local.InstanceBucketsAt;
import io.oncegate.ratelimit.store.SharedBuckets;
import java.util.function.LongSupplier;

/** The limiter of one instance, as the service puts it together. */
final class TestLimiter {
    private final LeasedPolicies leased;
    private final Limiter limiter;

    TestLimiter(SharedBuckets store, LongSupplier clock, int instances) {
        var own = new LocalPolicies(InstanceBucketsAt.time(clock), LevelCharge::whole);
        var shares = new LocalPolicies(InstanceBucketsAt.time(clock), new Shares(() -> instances)::of);
        var fallback = new Fallback(shares, clock, store::backSinceNanos);
        var shared = new SharedPolicies(store, fallback, new DenyCache(1000, clock));
        leased = new LeasedPolicies(store, shared, fallback, () -> instances, clock);
        limiter = new Limiter(own, leased, shared);
    }

    Limiter limiter() {
        return limiter;
    }

    LeasedPolicies leased() {
        return leased;
    }
}
