package io.oncegate.ratelimit.local;

import io.oncegate.ratelimit.store.InstanceBuckets;
import java.util.function.LongSupplier;

/** Lets the tests of other packages have buckets whose time they set. */
public final class InstanceBucketsAt {
    private static final int MOST = 1000;

    private InstanceBucketsAt() {}

    public static InstanceBuckets time(LongSupplier nanoClock) {
        return new LocalBuckets(MOST, nanoClock);
    }
}
