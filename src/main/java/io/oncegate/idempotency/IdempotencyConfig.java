package io.oncegate.idempotency;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** How keys are claimed, remembered and forgotten. */
@ConfigMapping(prefix = "oncegate.idempotency")
public interface IdempotencyConfig {

    /**
     * How long a worker may be silent before another request takes its key over. Far above any pause of a healthy
     * process; renewed at each phase.
     */
    @WithDefault("60s")
    Duration lease();

    /**
     * How often a key may be taken over before it is left to an operator. A request that has killed its worker this
     * often will kill the next one too.
     */
    @WithDefault("5")
    @Min(1)
    @Max(100)
    int mostTakeovers();

    /**
     * The status of <code>idempotency-key-reused</code>: 409, which Stripe's users expect, or 422, which the IETF draft
     * names.
     */
    @WithDefault("409")
    int mismatchStatus();

    /** Bytes of finished answers that one instance remembers, so that a repeat within seconds asks nobody. */
    @WithDefault("33554432")
    @Min(0)
    long cacheBytes();

    /**
     * How long an answer is remembered at most. An operator's expiry of a key is felt everywhere within this time, which
     * is why it may not be longer than five seconds.
     */
    @WithDefault("5s")
    Duration cacheTtl();

    /** How often a duplicate that waits (<code>Prefer: wait</code>) is looked up, all of an instance's in one statement. */
    @WithDefault("200ms")
    Duration waitInterval();

    /** Duplicates of one instance that may wait at the same time; one more is answered at once. */
    @WithDefault("1000")
    @Min(0)
    int mostWaiting();

    /** How often the cleaner looks for expired keys. */
    @WithDefault("5s")
    Duration cleanerInterval();

    /**
     * Keys that the cleaner deletes in one statement. Small enough that no statement runs long; while there are more,
     * the next follows after a rest.
     */
    @WithDefault("500")
    @Min(1)
    @Max(10_000)
    int cleanerBatch();
}
