package io.oncegate.ratelimit.store;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** How long the shared buckets may take, and when they are taken for away. */
@ConfigMapping(prefix = "oncegate.rate-limit")
public interface RateLimitStoreConfig {

    /** How long a request waits for Redis; after that its policies decide as they do when Redis is away. */
    @WithDefault("50ms")
    Duration timeout();

    /** Calls of one instance that may be under way to Redis; one more fails at once, as if Redis were away. */
    @WithDefault("2000")
    @Min(1)
    @Max(1_000_000)
    int mostInFlight();

    /** From when on an answer of Redis is slow. Slow ones count like failures: a caller that waits that long is hurt already. */
    @WithDefault("25ms")
    Duration breakerSlow();

    /** The share of calls, in percent, that must have failed or been slow for Redis to be taken for away. */
    @WithDefault("50")
    @Min(1)
    @Max(100)
    int breakerPercent();

    /** How many calls there must have been for that share to mean anything. */
    @WithDefault("20")
    @Min(1)
    @Max(1_000_000)
    int breakerCalls();

    /** The time in which those calls are counted. */
    @WithDefault("10s")
    Duration breakerWindow();

    /** How often Redis is asked while it is taken for away; one answer in time, and it is back. */
    @WithDefault("1s")
    Duration breakerProbe();

    /**
     * Buckets that one instance keeps in its own memory, of each kind: addresses, policies that are counted in process,
     * and its shares of those that are not. About 200 bytes each. Beyond, those used least begin anew, full.
     */
    @WithDefault("100000")
    @Min(1000)
    @Max(10_000_000)
    int localBuckets();
}
