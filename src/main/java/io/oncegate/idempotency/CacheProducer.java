package io.oncegate.idempotency;

import com.github.benmanes.caffeine.cache.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** One memory of finished answers for the whole instance. */
@ApplicationScoped
class CacheProducer {

    @Produces
    @Singleton
    ReplayCache cache(IdempotencyConfig config) {
        return new ReplayCache(config.cacheBytes(), config.cacheTtl(), Ticker.systemTicker());
    }
}
