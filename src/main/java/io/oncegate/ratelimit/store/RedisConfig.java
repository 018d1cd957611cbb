package io.oncegate.ratelimit.store;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where the Redis is that rate limits are counted in, and how it is connected to. */
@ConfigMapping(prefix = "oncegate.redis")
public interface RedisConfig {

    /**
     * Redis' address, <code>redis://user:password@host:6379</code>, or <code>rediss://</code> for TLS. With a cluster or
     * sentinels several of them, with commas between. Required.
     */
    Optional<List<String>> url();

    /** <code>standalone</code>, <code>cluster</code>, or <code>sentinel</code>. */
    @WithDefault("standalone")
    Mode mode();

    /** The name under which sentinels know the Redis. Required with sentinels. */
    Optional<String> masterName();

    /**
     * Connections of one instance at most. Each event loop has one, on which its calls follow each other. With a cluster
     * so many to each node, each of which serves one call at a time.
     */
    @WithDefault("32")
    @Min(1)
    @Max(1000)
    int poolSize();

    /**
     * Calls that may wait for a connection to a cluster; one more fails, and its policies decide as they do when Redis is
     * away.
     */
    @WithDefault("1000")
    @Min(0)
    @Max(100_000)
    int poolWaiting();

    /** How long opening a connection may take. */
    @WithDefault("1s")
    Duration connectTimeout();

    /**
     * How long a connection may be silent before it is closed. Connections that a network has silently swallowed are
     * gone after this time at the latest.
     */
    @WithDefault("30s")
    Duration idleTimeout();

    /** What answers at the addresses. */
    enum Mode {
        /** One server, which has all buckets. */
        STANDALONE,
        /** Several, each of which has some slots. */
        CLUSTER,
        /** Watchers, which know the one that is the master now. */
        SENTINEL
    }
}
