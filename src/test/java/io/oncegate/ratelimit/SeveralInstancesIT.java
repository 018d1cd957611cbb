package io.oncegate.ratelimit;

import static io.oncegate.ratelimit.Fleet.passed;
import static io.oncegate.ratelimit.Vitals.awaitLimiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.ServiceProcess;
import java.util.ArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three packaged instances count together, with Redis and without it. */
class SeveralInstancesIT {
    private static final int INSTANCES = 3;
    private static final int CAPACITY = 25;
    private static final int ROUNDS = 3;
    private static final int MOST_ROUNDS = 30;

    /** Slow enough for a burst to show, fast enough to see that time passes. */
    private static final int EACH_SECOND = 1;

    private static RedisProcess redis;
    private static FaultProxy proxy;
    private static Fleet fleet;

    @BeforeAll
    static void start() {
        redis = RedisProcess.start();
        proxy = FaultProxy.to("127.0.0.1", redis.port());
        fleet = Fleet.start(
                INSTANCES,
                launch -> Fleet.limited(Fleet.patient(launch), "client", CAPACITY, "1/1000s")
                        .with("ONCEGATE_INSTANCES", String.valueOf(INSTANCES))
                        .with("ONCEGATE_REDIS_URL", "redis://%s:%d".formatted(FaultProxy.host(), proxy.port())));
        fleet.warmUp();
    }

    @AfterAll
    static void stop() {
        if (fleet != null) {
            fleet.close();
        }
        proxy.close();
        redis.close();
    }

    @AfterEach
    void bringRedisBack() {
        proxy.pass();
        fleet.services().forEach(service -> awaitLimiter(service, "ok"));
    }

    /** A burst in which Redis was too late for anybody, on a machine that stood still, says nothing; it is repeated. */
    @Test
    void ofTwoHundredAtOnceAsManyPassAsAColdBucketHolds() {
        var counts = new ArrayList<Long>();
        for (var round = 0; round < MOST_ROUNDS && counts.size() < ROUNDS; round++) {
            fleet.services().forEach(service -> awaitLimiter(service, "ok"));
            var before = failures();
            var passed = passed(fleet.atOnce(fleet.newMerchant(), 200));
            if (failures() == before) {
                counts.add(passed);
            }
        }

        assertThat(counts).hasSize(ROUNDS).containsOnly((long) CAPACITY);
    }

    @Test
    void withoutRedisTheSharesAreTheLimitAndItsReturnGrantsNoSecondBurst() {
        // Given
        var merchant = fleet.newMerchant();
        fleet.changeOf(merchant, "client", CAPACITY, EACH_SECOND + "/s");
        fleet.services().forEach(service -> awaitLimit(merchant, service));
        var begun = System.nanoTime();

        // When
        proxy.refuse();
        var without = passed(fleet.atOnce(merchant, 200));

        // Then
        assertThat(without).isBetween((long) CAPACITY, most(begun));
        fleet.services().forEach(service -> awaitLimiter(service, "degraded"));

        // When
        proxy.pass();
        fleet.services().forEach(service -> awaitLimiter(service, "ok"));
        var afterwards = passed(fleet.atOnce(merchant, 200));

        // Then
        assertThat(without + afterwards).isLessThanOrEqualTo(most(begun));
        Awaitility.await()
                .atMost(Vitals.LONGEST_NOTICE)
                .until(() -> fleet.at(0, merchant).get(Fleet.READ).status() == 200);
    }

    /** Too few calls for a breaker: the first that know of it are the next ones, which meet empty buckets. */
    @Test
    void aRedisThatWasStartedAgainWithoutItsBucketsGrantsNoSecondBurst() {
        // Given
        var merchant = fleet.newMerchant();
        assertThat(passed(fleet.inTurn(merchant, CAPACITY + INSTANCES))).isEqualTo(CAPACITY);

        // When
        redis.kill9();
        fleet.services().forEach(service -> awaitLimiter(service, "degraded"));
        redis.startAgain();
        fleet.services().forEach(service -> awaitLimiter(service, "ok"));

        // Then
        assertThat(passed(fleet.atOnce(merchant, 200))).isLessThanOrEqualTo(INSTANCES);
    }

    /** Calls that Redis did not answer in time, so far. */
    private static double failures() {
        return fleet.services().stream()
                .mapToDouble(service -> Vitals.counted(service, "oncegate_ratelimit_store_failures_total"))
                .sum();
    }

    /** What all instances may have let through since {@code begun}: nothing here depends on how long that was. */
    private static long most(long begun) {
        var seconds = (System.nanoTime() - begun) / 1e9;
        return CAPACITY + INSTANCES + (long) Math.ceil(EACH_SECOND * seconds);
    }

    private static void awaitLimit(Merchant merchant, ServiceProcess at) {
        var there = fleet.at(fleet.services().indexOf(at), merchant);
        Awaitility.await()
                .atMost(Vitals.LONGEST_NOTICE)
                .until(() -> Vitals.limit(there, "client").getString("refill").equals(EACH_SECOND + "/s"));
    }
}
