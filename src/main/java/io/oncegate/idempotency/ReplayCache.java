package io.oncegate.idempotency;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.oncegate.idempotency.identity.Fingerprint;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.RecordedResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Finished answers that this instance gave lately, so that a repeat within seconds asks nobody. Bounded in bytes; an
 * answer stays no longer than its key lives, and never longer than a few seconds, so that an operator's expiry is felt.
 * Thread-safe, and never blocks.
 */
final class ReplayCache {

    /** What an entry weighs beside its strings and its body: objects, references, the cache's own node. */
    private static final int OVERHEAD_BYTES = 320;

    private final Cache<KeyScope, Entry> entries;
    private final Duration longest;

    /**
     * An answer and the request that it belongs to.
     *
     * @param life how long it may be remembered
     */
    record Entry(Fingerprint fingerprint, RecordedResponse response, Duration life) {}

    ReplayCache(long bytes, Duration longest, Ticker ticker) {
        this.longest = longest;
        this.entries = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .weigher(ReplayCache::weight)
                .expireAfter(Expiry.<KeyScope, Entry>writing((scope, entry) -> entry.life()))
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    /** The answer to this key, if it is remembered. */
    Optional<Entry> find(KeyScope scope) {
        return Optional.ofNullable(entries.getIfPresent(scope));
    }

    /** Remembers an answer whose key lives for {@code lifeLeft}. */
    void remember(KeyScope scope, Fingerprint fingerprint, RecordedResponse response, Duration lifeLeft) {
        Duration life = lifeLeft.compareTo(longest) < 0 ? lifeLeft : longest;
        if (!life.isNegative() && !life.isZero()) {
            entries.put(scope, new Entry(fingerprint, response, life));
        }
    }

    private static int weight(KeyScope scope, Entry entry) {
        int characters = scope.tenant().length()
                + scope.principal().length()
                + scope.key().length();
        return OVERHEAD_BYTES + characters + entry.response().weight();
    }
}
