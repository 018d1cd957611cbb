package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.ratelimit.Vitals.awaitLimiter;
import static io.oncegate.ratelimit.Vitals.counted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis is killed, emptied and scribbled on under the packaged service. */
class RedisAwayIT {
    private static final int CAPACITY = 5;
    private static final String OPEN = Fleet.READ;
    private static final String LOCAL = "/v1/messages/01JDYZ0F6T7V8W9X0Y1Z2A3B4C";
    private static final String CLOSED = "/v1/orders/01JDYZ0F6T7V8W9X0Y1Z2A3B4C";
    private static final String BREAKER = "oncegate_ratelimit_breaker ";
    private static final String GARBAGE = "oncegate_ratelimit_store_garbage_total";

    private static RedisProcess redis;
    private static Fleet fleet;

    private final Merchant merchant = fleet.newMerchant();

    @BeforeAll
    static void start() {
        redis = RedisProcess.start();
        fleet = Fleet.start(1, launch -> {
            Fleet.limited(launch, "tenant", 1_000_000, "1/1000s");
            var limited = Fleet.limited(Fleet.patient(launch), "client", 100_000, "1/1000s")
                    .with("ONCEGATE_REDIS_URL", redis.url());
            Fleet.onRoute(limited, "opens", "GET /v1/orders", CAPACITY, "open");
            Fleet.onRoute(limited, "counts", "GET /v1/messages/{id}", CAPACITY, "local");
            return Fleet.onRoute(limited, "closes", "GET /v1/orders/{order_id}", CAPACITY, "closed");
        });
        fleet.warmUp();
    }

    @AfterAll
    static void stop() {
        if (fleet != null) {
            fleet.close();
        }
        redis.close();
    }

    @Test
    void withoutRedisEachPolicyDoesWhatItSaysAndItHealsByItself() {
        // When
        redis.kill9();
        var open = ask(OPEN, 4 * CAPACITY);
        var local = ask(LOCAL, 4 * CAPACITY);
        var closed = ask(CLOSED, 4 * CAPACITY);

        // Then
        assertThat(open).allSatisfy(answer -> assertThatAnswer(answer).isJson(200));
        assertThat(local.subList(0, CAPACITY))
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(404, "not-found"));
        assertThat(local.subList(CAPACITY, local.size()))
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(429, "rate-limited"));
        assertThat(closed).allSatisfy(answer -> assertThatAnswer(answer).isProblem(503, "limiter-unavailable"));
        awaitLimiter(fleet.first(), "degraded");
        await().atMost(Vitals.LONGEST_NOTICE).until(() -> {
            assertThatAnswer(merchant.get(OPEN)).isJson(200);
            return counted(fleet.first(), BREAKER) == 1;
        });
        assertThat(linesThatSay("Redis is away")).isEqualTo(1);

        // When
        redis.startAgain();

        // Then: nothing was asked meanwhile, and what was used up without Redis is not there again.
        awaitLimiter(fleet.first(), "ok");
        assertThat(counted(fleet.first(), BREAKER)).isZero();
        assertThat(linesThatSay("Redis answers again")).isEqualTo(1);
        assertThatAnswer(merchant.get(CLOSED)).isProblem(404, "not-found");
        assertThatAnswer(merchant.get(LOCAL)).isProblem(429, "rate-limited");
        assertThat(ask(OPEN, 4 * CAPACITY))
                .extracting(RawResponse::status)
                .startsWith(200, 200, 200, 200, 200, 429)
                .containsOnly(200, 429);
    }

    @Test
    void garbageInAKeyIsAFullBucketAndIsCounted() {
        // Given
        assertThatAnswer(merchant.get(CLOSED)).isProblem(404, "not-found");
        var before = counted(fleet.first(), GARBAGE);
        try (var scribbler = redis.connect()) {
            var keys = (List<?>) scribbler.call("KEYS", "rl:{" + merchant.tenant() + "}:*");
            assertThat(keys).hasSize(3);
            keys.forEach(key -> scribbler.call("SET", key, "no bucket of ours"));
        }

        // When
        var answers = ask(CLOSED, CAPACITY + 1);

        // Then
        assertThat(answers.subList(0, CAPACITY))
                .allSatisfy(answer -> assertThatAnswer(answer).isProblem(404, "not-found"));
        assertThatAnswer(answers.get(CAPACITY)).isProblem(429, "rate-limited");
        assertThat(counted(fleet.first(), GARBAGE) - before).isEqualTo(3);
    }

    @Test
    void aScriptThatIsForgottenUnderLoadFailsNobodyAndLosesNothing() throws Exception {
        // Given
        var threads = Executors.newFixedThreadPool(4);
        try (var flusher = redis.connect()) {
            flusher.call("CONFIG", "RESETSTAT");
            Callable<List<Integer>> load = () -> load(flusher);

            // When
            var ends = threads.invokeAll(List.of(load, load, load, load));

            // Then
            for (var end : ends) {
                assertThat(end.get()).hasSize(100).containsOnly(404);
            }
            assertThat(Vitals.limit(merchant, "client").getLong("remaining")).isEqualTo(100_000 - 400);
            assertThat(Vitals.limit(merchant, "client").getString("source")).isEqualTo("redis");
            assertThat(flusher.callsOf("eval"))
                    .as("calls that met a Redis without it")
                    .isGreaterThan(10);
        } finally {
            threads.shutdownNow();
        }
    }

    /** On a route that only the client's and the tenant's limits count. */
    private List<Integer> load(RawRedis flusher) {
        return IntStream.range(0, 100)
                .mapToObj(index -> {
                    if (index % 5 == 0) {
                        synchronized (flusher) {
                            assertThat(flusher.call("SCRIPT", "FLUSH")).isEqualTo("OK");
                        }
                    }
                    return merchant.key("orders", "never-used").status();
                })
                .toList();
    }

    private List<RawResponse> ask(String target, int count) {
        var answers = new ArrayList<RawResponse>();
        for (var index = 0; index < count; index++) {
            answers.add(merchant.get(target));
        }
        return answers;
    }

    private static long linesThatSay(String text) {
        await().atMost(Vitals.LONGEST_NOTICE)
                .until(() -> fleet.first().log().lines().stream().anyMatch(line -> line.contains(text)));
        return fleet.first().log().lines().stream()
                .filter(line -> line.contains(text))
                .count();
    }
}
