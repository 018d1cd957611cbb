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
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the script promises, one promise at a time. */
class ScriptTest {
    private static final long NOW = 1_700_000_000_000_000L;
    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3600 * SECOND;
    private static final long DAY = 24 * HOUR;

    private final RawRedis redis = RawRedis.connect(TestServers.shared().redisUrl());
    private final ScriptOnRedis script = ScriptOnRedis.atGivenTime(redis);
    private final String key = "rl:{" + UUID.randomUUID() + "}:v1:p:s";
    private final String otherKey = key + ":other";

    @AfterEach
    void close() {
        redis.call("DEL", key, otherKey);
        redis.close();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void isDeniedAMicrosecondBeforeTheWaitIsOverAndAllowedThen(Algorithm algorithm) {
        var limit = new Limit(algorithm, 7, new Rate(7, 3));
        while (take(NOW, limit, 1)) {
            // Until it is empty.
        }
        var wait = ask(NOW, limit, 1).waitMicros();

        assertThat(wait).isPositive();
        assertThat(take(NOW + wait - 1, limit, 1)).isFalse();
        assertThat(take(NOW + wait, limit, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void aClockThatStepsAdmitsAtMostOneBucketMoreAndFreezesNobody(Algorithm algorithm) {
        for (var step : List.of(HOUR, -HOUR)) {
            redis.call("DEL", key);
            var limit = new Limit(algorithm, 5, new Rate(5, 10));
            var before = countGranted(NOW, limit);
            var after = countGranted(NOW + step, limit);

            assertThat(before).isBetween(1, 5);
            assertThat(after).isBetween(0, 5);
            // What was empty is refilled as fast as ever, by the new clock.
            assertThat(take(NOW + step + 20 * SECOND, limit, 1)).isTrue();
        }
    }

    @Test
    void aDayLongWindowIsNoLongerAfterTheClockStepsBack() {
        var limit = new Limit(FIXED_WINDOW, 2, new Rate(2, 86400));
        assertThat(take(NOW, limit, 1)).isTrue();
        assertThat(take(NOW + 2 * HOUR, limit, 1)).isTrue();

        assertThat(ask(NOW + 2 * HOUR, limit, 1).waitMicros()).isEqualTo(DAY - 2 * HOUR);
        assertThat(ask(NOW + HOUR, limit, 1).waitMicros()).isEqualTo(DAY - 2 * HOUR);
    }

    @Test
    void aClockSlightlyBehindStandsStillUntilItHasCaughtUp() {
        var limit = limit(2, "1/s");
        assertThat(take(NOW, limit, 2)).isTrue();

        var reply = script.call(NOW - SECOND, enforced(key, limit, 1));

        assertThat(reply.answer().ahead()).isZero();
        assertThat(reply.answer().taken().get(0).waitMicros()).isEqualTo(2 * SECOND);
        assertThat(script.call(NOW - SECOND - 1, enforced(key, limit, 1))
                        .answer()
                        .ahead())
                .isEqualTo(1);
    }

    @Test
    void aRefusalOnAnyLevelLeavesEveryKeyAsItIs() {
        var wide = limit(10, "1/s");
        var empty = limit(1, "1/s");
        assertThat(take(NOW, wide, 3)).isTrue();
        script.call(NOW, enforced(otherKey, empty, 1));
        var before = contents();

        var reply = script.call(
                NOW + 500_000,
                enforced(key, wide, 1),
                enforced(otherKey, empty, 1),
                new Ask(key + ":3", wide, 5, 's'),
                new Ask(key + ":4", wide, 5, 'p'));

        assertThat(reply.answer().allowed()).isFalse();
        assertThat(contents()).isEqualTo(before);
        assertThat(redis.number("EXISTS", key + ":3", key + ":4")).isZero();
    }

    @Test
    void lookingWritesNothing() {
        var limit = limit(10, "1/s");
        script.call(NOW, enforced(key, limit, 0));
        assertThat(redis.number("EXISTS", key)).isZero();
        assertThat(take(NOW, limit, 3)).isTrue();
        var before = contents();

        assertThat(ask(NOW + 500_000, limit, 0)).isEqualTo(new Taken(0, 7, 0, 2_500_000));
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void lookingIsNeverRefusedAndTellsHowLongOneTokenWaits(Algorithm algorithm) {
        // Given
        var limit = new Limit(algorithm, 2, Rate.parse("1/s"));
        while (take(NOW, limit, 1)) {
            assertThat(redis.number("EXISTS", key)).isOne();
        }
        var before = contents();
        var wait = ask(NOW, limit, 1).waitMicros();

        // When
        var reply = script.call(NOW, enforced(key, limit, 0)).answer();

        // Then
        assertThat(reply.allowed()).isTrue();
        assertThat(reply.taken().get(0).granted()).isZero();
        assertThat(reply.taken().get(0).waitMicros()).isEqualTo(wait).isPositive();
        assertThat(contents()).isEqualTo(before);
    }

    private List<Object> contents() {
        return IntStream.range(0, 2)
                .mapToObj(i -> i == 0 ? key : otherKey)
                .map(name -> List.of(String.valueOf(redis.call("GET", name)), redis.number("PEXPIRETIME", name)))
                .map(Object.class::cast)
                .toList();
    }

    @Test
    void slowRatesAreExact() {
        var slow = limit(1, "1/10s");
        assertThat(take(NOW, slow, 1)).isTrue();
        assertThat(take(NOW + 10 * SECOND - 1, slow, 1)).isFalse();
        assertThat(take(NOW + 10 * SECOND, slow, 1)).isTrue();
        redis.call("DEL", key);
        var daily = limit(1, "1/d");
        assertThat(take(NOW, daily, 1)).isTrue();
        assertThat(take(NOW + DAY - 1, daily, 1)).isFalse();
        assertThat(take(NOW + DAY, daily, 1)).isTrue();
    }

    @Test
    void nineBillionTokensAreCountedToTheLast() {
        var huge = limit(9_000_000_000L, "1/s");

        assertThat(ask(NOW, huge, 8_999_999_999L)).isEqualTo(new Taken(8_999_999_999L, 1, 0, 8_999_999_999L * SECOND));
        assertThat(ask(NOW, huge, 2).waitMicros()).isEqualTo(SECOND);
        assertThat(take(NOW + SECOND - 1, huge, 2)).isFalse();
        assertThat(take(NOW + SECOND, huge, 2)).isTrue();
        assertThat(ask(NOW + SECOND, huge, 9_000_000_000L).waitMicros()).isEqualTo(9_000_000_000L * SECOND);
    }

    @Test
    void aCostAboveTheCapacityIsRefusedForever() {
        assertThat(ask(NOW, limit(5, "1/s"), 6)).isEqualTo(new Taken(0, 5, -1, 0));
        assertThat(redis.number("EXISTS", key)).isZero();
    }

    @Test
    void aLoweredLimitClampsAndARaisedOneKeepsWhatIsThere() {
        assertThat(take(NOW, limit(10, "1/s"), 1)).isTrue();
        assertThat(take(NOW, limit(3, "1/s"), 3)).isTrue();
        assertThat(take(NOW, limit(100, "1/s"), 1)).isFalse();
        assertThat(ask(NOW + 100_000, limit(100, "50/s"), 0).remaining()).isEqualTo(5);
    }

    @Test
    void aShadowOwesAndSaysWhichCapacityWouldHaveSufficed() {
        var limit = limit(5, "1/s");
        for (var i = 0; i < 12; i++) {
            script.call(NOW, new Ask(key, limit, 1, 's'));
        }

        var taken =
                script.call(NOW, new Ask(key, limit, 0, 's')).answer().taken().get(0);

        assertThat(limit.capacity() - taken.remaining()).isEqualTo(12);
        assertThat(script.call(NOW, new Ask(key, limit, 1, 's'))
                        .answer()
                        .taken()
                        .get(0))
                .isEqualTo(new Taken(0, -8, 8 * SECOND, 13 * SECOND));
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void whoOwesIsEmptyOnceItIsEnforcedAndNoMore(Algorithm algorithm) {
        var limit = new Limit(algorithm, 5, new Rate(5, 5));
        for (var i = 0; i < 1000; i++) {
            script.call(NOW, new Ask(key, limit, 5, 's'));
        }

        assertThat(ask(NOW, limit, 5).waitMicros()).isBetween(1L, 10 * SECOND);
        assertThat(take(NOW + 10 * SECOND, limit, 5)).isTrue();
    }

    @Test
    void partOfACostIsTakenInWholeTokens() {
        var limit = limit(5, "1/s");

        assertThat(part(NOW, limit, 3)).isEqualTo(new Taken(3, 2, 0, 3 * SECOND));
        assertThat(part(NOW + 500_000, limit, 9)).isEqualTo(new Taken(2, 0, 0, 4_500_000));
        assertThat(part(NOW + 500_000, limit, 9)).isEqualTo(new Taken(0, 0, 500_000, 4_500_000));
    }

    private Taken part(long now, Limit limit, long cost) {
        return script.call(now, new Ask(key, limit, cost, 'p')).answer().taken().get(0);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void whatIsGivenBackIsThereAgainUpToFullAndTheKeyIsGone(Algorithm algorithm) {
        var limit = new Limit(algorithm, 5, new Rate(5, 5));
        assertThat(take(NOW, limit, 3)).isTrue();

        script.call(NOW, new Ask(key, limit, 99, 'b'));

        assertThat(redis.number("EXISTS", key)).isZero();
        assertThat(take(NOW, limit, 5)).isTrue();
    }

    @Test
    void theLeakyBucketLetsOnePassInEachInterval() {
        var limit = new Limit(LEAKY_BUCKET, 10, Rate.parse("10/s"));

        assertThat(take(NOW, limit, 1)).isTrue();
        assertThat(take(NOW + 99_999, limit, 1)).isFalse();
        assertThat(take(NOW + 100_000, limit, 1)).isTrue();
    }

    @Test
    void aFixedWindowAdmitsTwiceItsCapacityAcrossItsEndAndASlidingOneDoesNot() {
        for (var algorithm : List.of(FIXED_WINDOW, SLIDING_WINDOW)) {
            redis.call("DEL", key);
            var limit = new Limit(algorithm, 10, Rate.parse("10/s"));
            assertThat(take(NOW, limit, 1)).isTrue();
            var late = countGranted(NOW + SECOND - 1, limit);
            var next = countGranted(NOW + SECOND, limit);

            assertThat(late).isEqualTo(9);
            assertThat(next).isEqualTo(algorithm == FIXED_WINDOW ? 10 : 0);
        }
    }

    @Test
    void anIdleBucketDisappearsAndLosesNothing() {
        var shipped = ScriptOnRedis.asShipped(redis);
        var limit = limit(5, "100/s");
        assertThat(shipped.call(0, enforced(key, limit, 5)).answer().allowed()).isTrue();

        Awaitility.await().until(() -> redis.number("EXISTS", key) == 0);

        assertThat(shipped.call(0, enforced(key, limit, 5)).answer().allowed()).isTrue();
    }

    private int countGranted(long now, Limit limit) {
        var granted = 0;
        while (take(now, limit, 1)) {
            granted++;
        }
        return granted;
    }

    private boolean take(long now, Limit limit, long cost) {
        return script.call(now, enforced(key, limit, cost)).answer().allowed();
    }

    private Taken ask(long now, Limit limit, long cost) {
        return script.call(now, enforced(key, limit, cost)).answer().taken().get(0);
    }

    private static Ask enforced(String key, Limit limit, long cost) {
        return new Ask(key, limit, cost, 'e');
    }

    private static Limit limit(long capacity, String refill) {
        return new Limit(TOKEN_BUCKET, capacity, Rate.parse(refill));
    }
}
