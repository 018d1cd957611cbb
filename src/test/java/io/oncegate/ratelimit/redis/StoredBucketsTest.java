package io.oncegate.ratelimit.redis;

import static io.oncegate.ratelimit.limit.Algorithm.FIXED_WINDOW;
import static io.oncegate.ratelimit.limit.Algorithm.LEAKY_BUCKET;
import static io.oncegate.ratelimit.limit.Algorithm.SLIDING_WINDOW;
import static io.oncegate.ratelimit.limit.Algorithm.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.TestServers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script makes of what it finds in a key. */
class StoredBucketsTest {
    private static final long NOW = 1_700_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final Limit FIVE = new Limit(TOKEN_BUCKET, 5, Rate.parse("1/s"));

    private final RawRedis redis = RawRedis.connect(TestServers.shared().redisUrl());
    private final ScriptOnRedis script = ScriptOnRedis.atGivenTime(redis);
    private final String key = "rl:{" + UUID.randomUUID() + "}:v1:p:s";
    private final String otherKey = key + ":other";

    @AfterEach
    void close() {
        redis.call("DEL", key, otherKey);
        redis.close();
    }

    /** Versions follow each other while they serve: each reads what the one before and the one after it write. */
    @ParameterizedTest
    @MethodSource("bucketsInBothForms")
    void aBucketIsTheSameAsTextAndPacked(StoredBucket bucket) {
        // Given
        var limit = new Limit(bucket.algorithm(), 5, new Rate(5, 3));
        redis.call("SET", key, bucket.text());
        redis.call("SET", otherKey, bucket.packed());
        // When
        var seen = script.call(NOW + 1000, new Ask(otherKey, limit, 0, 's'));
        var text = script.call(NOW + 1000, new Ask(key, limit, 1, 's'));
        var packed = script.call(NOW + 1000, new Ask(otherKey, limit, 1, 's'));
        // Then
        assertThat(seen.answer().taken().get(0).remaining()).isEqualTo(bucket.remaining());
        assertThat(packed).isEqualTo(text);
        assertThat(packed.garbage()).isZero();
        assertThat(redis.call("GET", otherKey)).isEqualTo(redis.call("GET", key));
    }

    static List<StoredBucket> bucketsInBothForms() {
        return List.of(
                new StoredBucket(TOKEN_BUCKET, 2, new long[] {2_500_000, 1, 3}, new long[] {7_500_001, 3, 0}),
                new StoredBucket(TOKEN_BUCKET, -3, new long[] {-2_500_000, 1, 3}, new long[] {-7_499_999, 3, 0}),
                new StoredBucket(TOKEN_BUCKET, 2, new long[] {2_500_000, 0, 1}, new long[] {2_500_000, 1, 0}),
                new StoredBucket(LEAKY_BUCKET, 0, new long[] {700_000, 2, 3}, new long[] {2_100_002, 3, 0}),
                new StoredBucket(FIXED_WINDOW, 2, new long[] {700_000, 3, 0}, new long[] {700_000, 3, 0}),
                new StoredBucket(SLIDING_WINDOW, 1, new long[] {2_700_000, 3, 4}, new long[] {2_700_000, 3, 4}));
    }

    /** One bucket at {@code NOW}, in both forms in which it may be stored: what follows its algorithm and time. */
    record StoredBucket(Algorithm algorithm, long remaining, long[] asText, long[] asPacked) {
        String text() {
            return "%s:%d:%d:%d:%d".formatted(algorithm.code(), NOW, asText[0], asText[1], asText[2]);
        }

        byte[] packed() {
            return StoredBucketsTest.packed(algorithm.code(), NOW, asPacked[0], asPacked[1], asPacked[2]);
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void theTimeToLiveFollowsTheTimeToFullUpAndDown(Algorithm algorithm) {
        // Given
        var shipped = ScriptOnRedis.asShipped(redis);
        var limit = new Limit(algorithm, 100, new Rate(100, 500));
        for (var ask : List.of(
                new Ask(key, limit, 1, 's'),
                new Ask(key, limit, 1, 's'),
                new Ask(key, limit, 300, 's'),
                new Ask(key, limit, 1, 's'),
                new Ask(key, limit, 250, 'b'),
                new Ask(key, limit, 1, 's'))) {
            // When
            var began = millis();
            var toFull = shipped.call(0, ask).answer().taken().get(0).toFullMicros() / 1000;
            // Then: by the script's reading of the clock it is 100 at least
            assertThat(redis.number("PEXPIRETIME", key) - toFull).isBetween(began + 90, millis() + 1001);
        }
    }

    @Test
    void aTimeToLiveThatIsLongEnoughIsNotWrittenAgain() {
        // Given
        var shipped = ScriptOnRedis.asShipped(redis);
        var limit = new Limit(TOKEN_BUCKET, 1_000_000, new Rate(100, 1));
        // When, Then: each token is 10 ms more; a second between two calls would be a reason to write it
        Awaitility.await().untilAsserted(() -> {
            shipped.call(0, enforced(key, limit, 1));
            var before = redis.number("PEXPIRETIME", key);
            shipped.call(0, enforced(key, limit, 1));
            assertThat(redis.number("PEXPIRETIME", key)).isEqualTo(before);
        });
    }

    private long millis() {
        var time = (List<?>) redis.call("TIME");
        return Long.parseLong((String) time.get(0)) * 1000 + Long.parseLong((String) time.get(1)) / 1000;
    }

    @ParameterizedTest
    @MethodSource("packedGarbage")
    void packedGarbageIsAFullBucketToo(byte[] garbage) {
        for (var algorithm : List.of(TOKEN_BUCKET, SLIDING_WINDOW)) {
            redis.call("SET", key, garbage);

            var reply = script.call(NOW, enforced(key, new Limit(algorithm, 5, Rate.parse("1/s")), 2));

            assertThat(reply.garbage()).isEqualTo(1);
            assertThat(reply.answer().taken().get(0).remaining()).isEqualTo(3);
        }
    }

    static List<byte[]> packedGarbage() {
        return List.of(
                packed('x', NOW, 1, 1, 0),
                packed('t', Double.NaN, 1, 1, 0),
                packed('t', -1, 1, 1, 0),
                packed('t', 1e300, 1, 1, 0),
                packed('t', NOW, Double.NaN, 1, 0),
                packed('t', NOW, Double.NEGATIVE_INFINITY, 1, 0),
                packed('t', NOW, 1.5, 1, 0),
                packed('t', NOW, 1, 0, 0),
                packed('t', NOW, 1, -1, 0),
                packed('t', NOW, 1, 1, 1),
                packed('l', NOW, -1, 1, 0),
                packed('f', NOW, 1, 1, 1),
                packed('f', NOW, -1, 1, 0),
                packed('s', NOW, 1, 1.5, 1),
                packed('s', NOW, 1, 1, Double.POSITIVE_INFINITY),
                packed('s', NOW, 1, 1, -1));
    }

    private static byte[] packed(char algorithm, double at, double a, double b, double c) {
        return ByteBuffer.allocate(41)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(at)
                .putDouble(a)
                .putDouble(b)
                .putDouble(c)
                .putDouble(0)
                .put((byte) algorithm)
                .array();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "t",
                "t:1",
                "t:1:2:3",
                "t:1:2:3:4:5",
                "t:1700000000000000:5:7:3",
                "t:1700000000000000:5:0:0",
                "t:-1:5:0:1",
                "t:1.5:5:0:1",
                "t:1700000000000000:99999999999999999999:0:1",
                "t:nan:1:0:1",
                "z:1700000000000000:5:0:1",
                "t:1700000000000000:0x5:0:1",
                "t: 1:5:0:1",
                "l:1700000000000000:-5:0:1",
                "f:1700000000000000:1:1:1",
                "t:99999999999999999999999:5:0:1",
                "t:1700000000000000:5:0:1\n"
            })
    void garbageIsAFullBucketAndIsCounted(String garbage) {
        redis.call("SET", key, garbage);

        var reply = script.call(NOW, enforced(key, FIVE, 2));

        assertThat(reply.garbage()).isEqualTo(1);
        assertThat(reply.answer().taken()).containsExactly(new Taken(2, 3, 0, 2 * SECOND));
        assertThat(script.call(NOW, enforced(key, FIVE, 1)).garbage()).isZero();
        assertThat(redis.number("PTTL", key)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HSET k f v", "RPUSH k v", "SADD k v", "ZADD k 1 v", "XADD k * f v"})
    void aKeyOfAnotherTypeIsGarbageToo(String command) {
        redis.call((Object[]) command.replaceFirst(" k ", " " + key + " ").split(" "));

        var reply = script.call(NOW, enforced(key, FIVE, 2));

        assertThat(reply.garbage()).isEqualTo(1);
        assertThat(reply.answer().taken()).containsExactly(new Taken(2, 3, 0, 2 * SECOND));
        assertThat(redis.call("TYPE", key)).isEqualTo("string");
    }

    @Test
    void anotherAlgorithmBeginsFull() {
        script.call(NOW, enforced(key, new Limit(FIXED_WINDOW, 5, Rate.parse("1/s")), 5));

        var reply = script.call(NOW, enforced(key, new Limit(SLIDING_WINDOW, 5, Rate.parse("1/s")), 5));

        assertThat(reply.garbage()).isZero();
        assertThat(reply.answer().allowed()).isTrue();
    }

    private static Ask enforced(String key, Limit limit, long cost) {
        return new Ask(key, limit, cost, 'e');
    }
}
