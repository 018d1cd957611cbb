package io.oncegate.ratelimit.local;

import io.oncegate.ratelimit.store.InstanceBuckets;

/** Buckets in memory for a program without a container. */
public final class BenchInstanceBuckets {
    private BenchInstanceBuckets() {}

    public static InstanceBuckets atMost(int buckets) {
        return new LocalBuckets(buckets, System::nanoTime);
    }
}
