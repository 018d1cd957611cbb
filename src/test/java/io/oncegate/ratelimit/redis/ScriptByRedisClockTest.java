package io.oncegate.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.TestServers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The script as it ships, by the clock of the server that runs it. */
class ScriptByRedisClockTest {
    private static final long SECOND = 1_000_000;

    private final RawRedis redis = RawRedis.connect(TestServers.shared().redisUrl());
    private final ScriptOnRedis shipped = ScriptOnRedis.asShipped(redis);
    private final String key = "rl:{" + UUID.randomUUID() + "}:v1:p:s";

    @AfterEach
    void close() {
        redis.call("DEL", key);
        redis.close();
    }

    @Test
    void atFullSpeedTheRateIsWhatItSaysByTheClockOfRedis() {
        // Given
        var limit = new Limit(Algorithm.TOKEN_BUCKET, 20, Rate.parse("10/s"));
        var began = time();
        // When
        for (var i = 0; i < 20; i++) {
            assertThat(isAllowed(limit)).isTrue();
        }
        var granted = 20;
        var now = began;
        var asked = began;
        while (now - began < 2 * SECOND) {
            asked = now;
            granted += isAllowed(limit) ? 1 : 0;
            now = time();
        }
        // Then
        assertThat((double) granted)
                .isBetween(20 + 10.0 * (asked - began) / SECOND - 1, 20 + 10.0 * (now - began) / SECOND + 1);
    }

    private boolean isAllowed(Limit limit) {
        return shipped.call(0, new Ask(key, limit, 1, 'e')).answer().allowed();
    }

    private long time() {
        var time = (List<?>) redis.call("TIME");
        return Long.parseLong((String) time.get(0)) * SECOND + Long.parseLong((String) time.get(1));
    }
}
