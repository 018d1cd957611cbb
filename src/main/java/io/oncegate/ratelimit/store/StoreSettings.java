package io.oncegate.ratelimit.store;

import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks of settings on the shared buckets that need more than a value's own range. */
@ApplicationScoped
public class StoreSettings {

    private static final Set<String> SCHEMES = Set.of("redis", "rediss");
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final int LEAST_OF_SEVERAL = 2;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RedisConfig redis;
    private final RateLimitStoreConfig store;

    StoreSettings(RedisConfig redis, RateLimitStoreConfig store) {
        this.redis = redis;
        this.store = store;
    }

    /** A sentence for each reason not to start. No address is repeated: it may hold a password. */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        addressing(complaints, redis.url().orElse(List.of()));
        pool(complaints);
        range(complaints, "oncegate.redis.connect-timeout", redis.connectTimeout(), SHORTEST, LONGEST);
        range(complaints, "oncegate.redis.idle-timeout", redis.idleTimeout(), SECOND, LONGEST);
        range(complaints, "oncegate.rate-limit.timeout", store.timeout(), SHORTEST, LONGEST_TIMEOUT);
        range(complaints, "oncegate.rate-limit.breaker-window", store.breakerWindow(), SECOND, LONGEST);
        range(complaints, "oncegate.rate-limit.breaker-probe", store.breakerProbe(), SHORTEST, LONGEST);
        if (store.breakerSlow().toMillis() < 1 || store.breakerSlow().compareTo(store.timeout()) > 0) {
            complaints.add("oncegate.rate-limit.breaker-slow must be from 1 ms to oncegate.rate-limit.timeout.");
        }
        return complaints;
    }

    private void addressing(List<String> complaints, List<String> urls) {
        if (urls.isEmpty()) {
            complaints.add(
                    "oncegate.redis.url (ONCEGATE_REDIS_URL) is not set: name the Redis that counts rate limits.");
            return;
        }
        if (!urls.stream().allMatch(StoreSettings::isAddress)) {
            complaints.add("oncegate.redis.url must be addresses such as redis://host:6379, and part of it is none.");
        }
        if (redis.mode() == RedisConfig.Mode.STANDALONE && urls.size() > 1) {
            complaints.add(
                    "oncegate.redis.url must be one address, unless oncegate.redis.mode is cluster or sentinel.");
        }
        if (redis.mode() == RedisConfig.Mode.SENTINEL && redis.masterName().isEmpty()) {
            complaints.add("oncegate.redis.master-name must be set where oncegate.redis.mode is sentinel.");
        }
    }

    /** The clients of several servers look for them through the same pool, and refuse to be made otherwise. */
    private void pool(List<String> complaints) {
        if (redis.mode() == RedisConfig.Mode.STANDALONE) {
            return;
        }
        if (redis.poolSize() < LEAST_OF_SEVERAL) {
            complaints.add("oncegate.redis.pool-size must be at least 2 where oncegate.redis.mode is not standalone.");
        }
        if (redis.poolWaiting() < redis.poolSize()) {
            complaints.add("oncegate.redis.pool-waiting must be at least oncegate.redis.pool-size, unless"
                    + " oncegate.redis.mode is standalone.");
        }
    }

    private static boolean isAddress(String url) {
        try {
            URI uri = new URI(url.strip());
            return uri.getScheme() != null && SCHEMES.contains(uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException garbled) {
            return false;
        }
    }

    private static void range(List<String> complaints, String setting, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            complaints.add("%s must be from %s to %s.".formatted(setting, written(least), written(most)));
        }
    }

    private static String written(Duration duration) {
        return duration.toSeconds() > 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
