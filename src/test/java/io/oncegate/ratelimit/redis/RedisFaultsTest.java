package io.oncegate.ratelimit.redis;

import static io.oncegate.ratelimit.redis.TestBuckets.charge;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of calls while Redis or the way to it fails. */
class RedisFaultsTest {
    private static final String KEY = "rl:{t}:v1:p:s";
    private static final int ENOUGH_TO_OPEN = 20;

    /** For faults that show at once, on a machine that may be busy. */
    private static final Map<String, String> PATIENT =
            Map.of("oncegate.rate-limit.timeout", "5s", "oncegate.rate-limit.breaker-slow", "5s");

    private final RedisProcess server = RedisProcess.start();
    private final RawRedis redis = server.connect();
    private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var one : open) {
            one.close();
        }
        proxy.close();
        redis.close();
        server.close();
    }

    private TestBuckets buckets(String url, Map<String, String> settings) {
        var buckets = TestBuckets.on(url, settings);
        open.add(buckets);
        return buckets;
    }

    private TestBuckets proxied(String timeout) {
        return proxied(timeout, Map.of());
    }

    private TestBuckets proxied(String timeout, Map<String, String> more) {
        var settings = new HashMap<>(
                Map.of("oncegate.rate-limit.timeout", timeout, "oncegate.rate-limit.breaker-slow", timeout));
        settings.putAll(more);
        return buckets("redis://127.0.0.1:" + proxy.port(), settings);
    }

    @Test
    void aForgottenScriptIsNoFaultAndChargesExactlyOnce() {
        // Given
        var buckets = proxied("5s");
        var calls = new ArrayList<CompletableFuture<List<Taken>>>();
        // When
        for (var i = 0; i < 3000; i++) {
            calls.add(buckets.begin(charge(KEY, 100_000, 1)));
            if (i % 50 == 0) {
                redis.call("SCRIPT", "FLUSH");
                calls.forEach(TestBuckets::waited);
            }
        }
        // Then
        assertThat(calls.stream()
                        .mapToLong(call -> TestBuckets.waited(call).get(0).granted())
                        .sum())
                .isEqualTo(3000);
        assertThat(buckets.take(charge(KEY, 100_000, 0)).get(0).remaining()).isBetween(97_000L, 97_001L);
        assertThat(redis.callsOf("eval")).isPositive();
    }

    @Test
    void aStalledRedisIsWaitedForUntilTheDeadlineAndThenNotAtAll() {
        // Given
        var buckets = proxied("200ms", Map.of("oncegate.rate-limit.breaker-probe", "10m"));
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
        proxy.stall();
        // When
        var calls = new ArrayList<CompletableFuture<List<Taken>>>();
        for (var i = 0; i < ENOUGH_TO_OPEN; i++) {
            calls.add(buckets.begin(charge(KEY, 1000, 1)));
        }
        // Then
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> calls.stream().allMatch(CompletableFuture::isCompletedExceptionally));
        assertThat(buckets.counted("oncegate.ratelimit.store.failures", "reason", "timeout"))
                .isEqualTo(ENOUGH_TO_OPEN);
        assertThat(buckets.buckets.answering()).isFalse();
        assertThat(buckets.begin(charge(KEY, 1000, 1))).isCompletedExceptionally();
        assertThat(buckets.failure(charge(KEY, 1000, 1))).hasValue(Reason.BREAKER_OPEN);
        assertThat(buckets.registry.get("oncegate.ratelimit.breaker").gauge().value())
                .isEqualTo(1);
    }

    @Test
    void aConnectionThatSwallowsEverythingIsReplacedOnceRedisCanBeReachedAgain() {
        var buckets = proxied("100ms", Map.of("oncegate.redis.pool-size", "2"));
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
        proxy.dropReplies();
        awaitOpen(buckets);

        proxy.pass();

        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> buckets.buckets.answering());
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
    }

    @Test
    void aConnectionThatFallsSilentIsLeftAtTheFirstCallThatItDoesNotAnswer() {
        var buckets = proxied("300ms", Map.of("oncegate.rate-limit.breaker-calls", "1000"));
        Awaitility.await()
                .until(() -> buckets.failure(charge("rl:{t}:warm", 10, 0)).isEmpty());
        proxy.swallowNextReplyTo(KEY);

        assertThat(buckets.failure(charge(KEY, 1000, 1))).hasValue(Reason.TIMEOUT);

        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
        assertThat(buckets.buckets.answering()).isTrue();
    }

    private static void awaitOpen(TestBuckets buckets) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            var unused = buckets.failure(charge(KEY, 1000, 1));
            return !buckets.buckets.answering();
        });
    }

    @Test
    void aKilledRedisIsFoundAgainWithoutAnyRequest() {
        // Given
        var buckets = buckets(server.url(), PATIENT);
        Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
        // When
        server.kill9();
        // Then
        var reasons = new ArrayList<Optional<Reason>>();
        Awaitility.await().until(() -> {
            reasons.add(buckets.failure(charge(KEY, 1000, 1)));
            return !buckets.buckets.answering();
        });
        assertThat(reasons).contains(Optional.of(Reason.CONNECTION));
        assertThat(buckets.failure(charge(KEY, 1000, 1)))
                .hasValueSatisfying(reason -> assertThat(reason).isIn(Reason.BREAKER_OPEN, Reason.CONNECTION));
        // When
        var wasBack = buckets.buckets.backSinceNanos();
        server.startAgain();
        // Then
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> buckets.buckets.answering());
        assertThat(buckets.buckets.backSinceNanos() - wasBack).isPositive();
        Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
    }

    @Test
    void aRedisThatIsStartedAgainIsMissedAndFoundThoughNobodyCallsAndTheBreakerStaysClosed() {
        // Given
        var buckets = buckets(server.url(), Map.of("oncegate.rate-limit.breaker-calls", "1000"));
        Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
        var before = System.nanoTime();
        assertThat(buckets.buckets.backSinceNanos() - before).isNegative();
        // When
        server.kill9();
        // Then
        Awaitility.await().until(() -> !buckets.buckets.answering());
        assertThat(buckets.buckets.backSinceNanos() - before).isPositive();
        // When
        server.startAgain();
        // Then
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> buckets.buckets.answering());
        assertThat(buckets.buckets.backSinceNanos() - before).isPositive();
        assertThat(buckets.registry.get("oncegate.ratelimit.breaker").gauge().value())
                .isZero();
    }

    @Test
    void aServiceStartsWithoutRedisAndFindsItLater() {
        server.kill9();
        var buckets = buckets(server.url(), PATIENT);
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isPresent();

        server.startAgain();

        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
    }

    @Test
    void aReplyPastTheDeadlineWasChargedOnceAndIsNotAskedForAgain() {
        // Given
        var buckets = proxied("100ms", Map.of("oncegate.rate-limit.breaker-calls", "1000"));
        Awaitility.await()
                .until(() -> buckets.failure(charge("rl:{t}:warm", 10, 0)).isEmpty());
        redis.call("CONFIG", "RESETSTAT");
        proxy.delay(Duration.ofMillis(300));
        // When
        for (var i = 0; i < 5; i++) {
            assertThat(buckets.failure(charge(KEY, 1000, 1))).hasValue(Reason.TIMEOUT);
        }
        // Then: what had left arrives, once; what still waited for a connection never leaves.
        proxy.pass();
        Awaitility.await().until(() -> redis.call("GET", KEY) != null);
        Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 0)).isEmpty());
        var charged = 1000 - buckets.take(charge(KEY, 1000, 0)).get(0).remaining();
        assertThat(charged).isBetween(1L, 5L);
        assertThat(redis.callsOf("eval")).isZero();
    }

    @Test
    void aFullRedisRefuses() {
        var buckets = buckets(
                server.url(), Map.of("oncegate.rate-limit.breaker-calls", "1000", "oncegate.rate-limit.timeout", "5s"));
        Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 0)).isEmpty());
        redis.call("CONFIG", "SET", "maxmemory", "1");

        assertThat(buckets.failure(charge(KEY, 1000, 1))).hasValue(Reason.REFUSED);

        redis.call("CONFIG", "SET", "maxmemory", "0");
        assertThat(buckets.take(charge(KEY, 1000, 1)).get(0).remaining()).isEqualTo(999);
    }

    @Test
    void aMasterThatBecameAReplicaIsLeftForItsSuccessor() {
        try (var other = RedisProcess.start();
                var successor = other.connect()) {
            // Given
            var buckets = proxied("5s", Map.of("oncegate.rate-limit.breaker-calls", "1000"));
            assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
            redis.call("REPLICAOF", "127.0.0.1", String.valueOf(other.port()));
            // When
            assertThat(buckets.failure(charge(KEY, 1000, 1))).hasValue(Reason.REFUSED);
            proxy.retarget(other.port());
            // Then: connections to the old one are still open, and are no longer used.
            Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
            assertThat(successor.call("GET", KEY)).isNotNull();
        }
    }

    @Test
    void aReplicaThatIsPromotedServes() {
        try (var master = RedisProcess.start()) {
            redis.call("REPLICAOF", "127.0.0.1", String.valueOf(master.port()));
            var buckets = buckets(
                    server.url(),
                    Map.of("oncegate.rate-limit.breaker-calls", "1000", "oncegate.rate-limit.timeout", "5s"));
            Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).equals(Optional.of(Reason.REFUSED)));

            redis.call("REPLICAOF", "NO", "ONE");

            Awaitility.await().until(() -> buckets.failure(charge(KEY, 1000, 1)).isEmpty());
        }
    }

    @Test
    void moreCallsThanMayBeUnderWayFailAtOnce() {
        var buckets = proxied(
                "5s", Map.of("oncegate.rate-limit.most-in-flight", "3", "oncegate.rate-limit.breaker-probe", "10m"));
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
        proxy.stall();
        for (var i = 0; i < 3; i++) {
            assertThat(buckets.begin(charge(KEY, 1000, 1))).isNotDone();
        }

        assertThat(buckets.begin(charge(KEY, 1000, 1))).isCompletedExceptionally();
        assertThat(buckets.counted("oncegate.ratelimit.store.failures", "reason", "busy"))
                .isEqualTo(1);
    }

    @Test
    void moreCallsThanAConnectionKeepsCountOfFailAsThoseBeyondTheCap() {
        // Given
        var buckets = proxied(
                "5s", Map.of("oncegate.rate-limit.most-in-flight", "3000", "oncegate.rate-limit.breaker-probe", "10m"));
        assertThat(buckets.failure(charge(KEY, 1000, 1))).isEmpty();
        proxy.stall();
        // When
        for (var i = 0; i < 3000; i++) {
            assertThat(buckets.begin(charge(KEY, 1000, 1))).isNotNull();
        }
        // Then
        Awaitility.await().until(() -> buckets.counted("oncegate.ratelimit.store.failures", "reason", "busy") > 0);
        assertThat(buckets.counted("oncegate.ratelimit.store.failures", "reason", "connection"))
                .isZero();
    }
}
