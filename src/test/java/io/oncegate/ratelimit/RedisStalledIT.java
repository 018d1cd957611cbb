package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static io.oncegate.ratelimit.Vitals.awaitLimiter;
import static io.oncegate.ratelimit.Vitals.counted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.ServiceLaunch;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The way to Redis is blocked, silent, or slow. Each test starts the service as it needs it. */
class RedisStalledIT {
    private static final int CAPACITY = 1000;
    private static final int ENOUGH_TO_OPEN = 20;
    private static final String FAILURES = "oncegate_ratelimit_store_failures_total";

    private final RedisProcess redis = RedisProcess.start();
    private final FaultProxy proxy = FaultProxy.to("127.0.0.1", redis.port());

    @AfterEach
    void close() {
        proxy.close();
        redis.close();
    }

    private ServiceLaunch proxied(ServiceLaunch launch) {
        return Fleet.limited(launch, "client", CAPACITY, "1/1000s")
                .with("ONCEGATE_REDIS_URL", "redis://%s:%d".formatted(FaultProxy.host(), proxy.port()));
    }

    @Test
    void theServiceStartsWithoutRedisAndFindsItLater() {
        proxy.refuse();
        try (var fleet = Fleet.start(1, launch -> Fleet.patient(proxied(launch)))) {
            // Given
            var merchant = fleet.newMerchant();
            awaitLimiter(fleet.first(), "degraded");
            assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
            assertThat(Vitals.limit(merchant, "client").getString("source")).isEqualTo("local");

            // When
            proxy.pass();

            // Then
            awaitLimiter(fleet.first(), "ok");
            assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
            assertThat(Vitals.limit(merchant, "client").getString("source")).isEqualTo("redis");
        }
    }

    /** No probe within the test: whoever is answered while the proxy is silent has not waited for it. */
    @Test
    void aStalledRedisIsWaitedForUntilTheBreakerIsOpenAndThenNotAtAll() {
        try (var fleet =
                Fleet.start(1, launch -> proxied(launch).withProperty("oncegate.rate-limit.breaker-probe", "10m"))) {
            // Given
            var merchant = fleet.newMerchant();
            fleet.warmUp();
            proxy.stall();

            // When
            for (var call = 0; call < ENOUGH_TO_OPEN; call++) {
                assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
            }

            // Then
            await().atMost(Vitals.LONGEST_NOTICE).until(() -> {
                assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
                return counted(fleet.first(), "oncegate_ratelimit_breaker ") == 1;
            });
            assertThatNobodyAsks(fleet, merchant);
        }
    }

    private void assertThatNobodyAsks(Fleet fleet, Merchant merchant) {
        var all = counted(fleet.first(), FAILURES);
        var unasked = counted(fleet.first(), FAILURES, "breaker_open");
        for (var call = 0; call < 100; call++) {
            assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
        }
        assertThat(counted(fleet.first(), FAILURES, "breaker_open") - unasked).isGreaterThanOrEqualTo(100);
        assertThat(counted(fleet.first(), FAILURES) - counted(fleet.first(), FAILURES, "breaker_open"))
                .as("calls that left")
                .isEqualTo(all - unasked);
        assertThat(Vitals.limiter(fleet.first())).isEqualTo("degraded");
    }

    @Test
    void repliesPastTheDeadlineChargeNobodyTwice() {
        var calls = 20;
        try (var fleet = Fleet.start(
                1,
                launch -> proxied(launch)
                        .withProperty("oncegate.rate-limit.timeout", "200ms")
                        .withProperty("oncegate.rate-limit.breaker-slow", "200ms")
                        .withProperty("oncegate.rate-limit.breaker-calls", "1000"))) {
            // Given
            var merchant = fleet.newMerchant();
            fleet.warmUp();
            await().until(() ->
                    Vitals.limit(merchant, "client").getString("source").equals("redis"));
            proxy.delay(Duration.ofMillis(300));

            // When
            for (var call = 0; call < calls; call++) {
                assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
            }

            // Then: what had left arrives, once, whenever that is.
            proxy.pass();
            await().until(() ->
                    Vitals.limit(merchant, "client").getString("source").equals("redis")
                            && remaining(merchant) < CAPACITY);
            for (var call = 0; call < calls; call++) {
                assertThatAnswer(merchant.get(Fleet.READ)).isJson(200);
            }
            assertThat(remaining(merchant)).isBetween(CAPACITY - 2L * calls, CAPACITY - calls - 1L);
        }
    }

    private static long remaining(Merchant merchant) {
        return Vitals.limit(merchant, "client").getLong("remaining");
    }
}
