package io.oncegate.ratelimit.local;

import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

/** Buckets of its own for whoever injects them, so that a crowd in one place evicts nobody from another. */
@ApplicationScoped
class InstanceBucketsProducer {

    @Produces
    @Dependent
    InstanceBuckets buckets(RateLimitStoreConfig config) {
        return new LocalBuckets(config.localBuckets(), System::nanoTime);
    }
}
