package io.oncegate.ratelimit.redis;

import static io.oncegate.ratelimit.redis.TestBuckets.charge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RedisProcess;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisBucketsTest {
    private final RedisProcess server = RedisProcess.start();
    private final RawRedis redis = server.connect();
    private final TestBuckets shared = TestBuckets.patient(server.url());

    @AfterEach
    void close() {
        shared.close();
        redis.close();
        server.close();
    }

    @Test
    void chargesAllOrNone() {
        assertThat(shared.take(charge("rl:{t}:a", 3, 2), charge("rl:{t}:b", 3, 3)))
                .containsExactly(new Taken(2, 1, 0, 2_000_000_000), new Taken(3, 0, 0, 3_000_000_000L));

        var refused = shared.take(charge("rl:{t}:a", 3, 1), charge("rl:{t}:b", 3, 1));

        assertThat(refused).extracting(Taken::granted).containsExactly(1L, 0L);
        assertThat(refused.get(0).remaining()).isEqualTo(1);
    }

    @Test
    void oneDecisionOverAllLevelsIsOneRoundTrip() {
        shared.take(charge("rl:{t}:a", 100, 1));
        var before = redis.callsOf("evalsha");
        redis.call("CONFIG", "RESETSTAT");

        for (var i = 0; i < 20; i++) {
            shared.take(charge("rl:{t}:a", 100, 1), charge("rl:{t}:b", 100, 1), charge("rl:{t}:c", 100, 1));
        }

        assertThat(before).isPositive();
        assertThat(redis.callsOf("evalsha")).isEqualTo(20);
        assertThat(redis.callsOf("eval")).isZero();
        assertThat(redis.callsOf("time")).isEqualTo(20);
        assertThat(redis.callsOf("script|load")).isZero();
    }

    @Test
    void threeInstancesTogetherAdmitNoMoreThanThereIs() {
        try (var second = TestBuckets.patient(server.url());
                var third = TestBuckets.patient(server.url())) {
            var instances = List.of(shared, second, third);
            var calls = IntStream.range(0, 200)
                    .mapToObj(i -> instances.get(i % 3).begin(charge("rl:{t}:cold", 25, 1)))
                    .toList();

            assertThat(calls.stream()
                            .mapToLong(call -> TestBuckets.waited(call).get(0).granted())
                            .sum())
                    .isEqualTo(25);
        }
    }

    @Test
    void whatIsGivenBackIsThereAgain() {
        shared.take(charge("rl:{t}:a", 3, 3));

        shared.buckets.giveBack(List.of(charge("rl:{t}:a", 3, 2)));

        Awaitility.await()
                .until(() -> shared.take(charge("rl:{t}:a", 3, 0)).get(0).remaining() == 2);
    }

    @Test
    void theAnswerArrivesOnTheContextThatAsked() {
        var arrived = new CompletableFuture<Boolean>();
        shared.vertx.runOnContext(begun -> {
            Context caller = Vertx.currentContext();
            shared.buckets
                    .take(List.of(charge("rl:{t}:a", 3, 1)), Duration.ofSeconds(1))
                    .subscribe()
                    .with(taken -> arrived.complete(Vertx.currentContext() == caller), arrived::completeExceptionally);
        });

        assertThat(TestBuckets.waited(arrived)).isTrue();
    }

    @Test
    void garbageIsCounted() {
        redis.call("SET", "rl:{t}:a", "garbage");

        assertThat(shared.take(charge("rl:{t}:a", 3, 1)).get(0).remaining()).isEqualTo(2);

        assertThat(shared.counted("oncegate.ratelimit.store.garbage")).isEqualTo(1);
    }

    @Test
    void aShadowInfluencesNobody() {
        var shadow = charge("rl:{t}:s", 1, 5);

        var taken = shared.take(charge("rl:{t}:a", 3, 1), new Charge(shadow.key(), shadow.limit(), 1, Manner.SHADOW));
        var again = shared.take(charge("rl:{t}:a", 3, 1), new Charge(shadow.key(), shadow.limit(), 1, Manner.SHADOW));

        assertThat(taken).extracting(Taken::granted).containsExactly(1L, 1L);
        assertThat(again).extracting(Taken::granted).containsExactly(1L, 0L);
        assertThat(again).extracting(Taken::remaining).containsExactly(1L, -1L);
    }

    @Test
    void oneKeyTwiceIsAMistakeAndNoneIsNoCall() {
        assertThatThrownBy(() -> shared.take(charge("rl:{t}:a", 3, 1), charge("rl:{t}:a", 3, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(shared.take()).isEmpty();
    }

    @Test
    void aCallerWithoutTimeIsToldAtOnce() {
        var call = shared.buckets
                .take(List.of(charge("rl:{t}:a", 3, 1)), Duration.ofNanos(999_999))
                .subscribeAsCompletionStage();

        assertThat(call).isCompletedExceptionally();
        assertThat(shared.counted("oncegate.ratelimit.store.failures", "reason", "timeout"))
                .isEqualTo(1);
    }

    @Test
    void bothPhasesAreTimed() {
        shared.take(charge("rl:{t}:a", 3, 1));

        assertThat(shared.registry
                        .get("oncegate.ratelimit.store")
                        .tag("phase", "pool")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(shared.registry
                        .get("oncegate.ratelimit.store")
                        .tag("phase", "roundtrip")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(shared.registry.get("oncegate.ratelimit.breaker").gauge().value())
                .isZero();
    }
}
