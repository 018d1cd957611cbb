package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.store.SharedBuckets;
import java.util.function.LongSupplier;

/** Lets the tests of other packages have the limiter of the only instance. */
public final class LimiterOn {
    private LimiterOn() {}

    public static Limiter store(SharedBuckets store, LongSupplier nanoClock) {
        return new TestLimiter(store, nanoClock, 1).limiter();
    }
}
