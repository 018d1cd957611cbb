package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Plan;
import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.TestServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client at its limit, as it sees it from outside. The policy {@code client} ships with 20 at once and 10 a second. */
class LimitedClientIT {

    private static final String ORDERS = "/v1/orders?limit=1";
    private static final String ORIGIN = "https://shop.example";
    private static final long CAPACITY = 20;
    private static final double PER_MICRO = 10 / 1e6;
    private static final long FULL_SPEED_MICROS = 4_000_000;
    private static final int CONNECTIONS = 4;
    private static final int SUBJECTS = 200;

    private static Instance instance;
    private static RawRedis redis;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        var launch = LimitedLaunch.on(database)
                .with("ONCEGATE_CORS_ORIGINS", ORIGIN)
                .policy("tenant-few", "tenant", "GET /v1/messages/{id}", 3, "1/d")
                .policy("client-few", "client", "GET /v1/idempotency-keys/orders", 3, "1/d")
                .policy("all-few", "route", "GET /v1/orders/{order_id}", 3, "1/d")
                .policy("beside", "client", "GET /v1/idempotency-keys/orders", 50, "1/d")
                .set("beside", "store", "local")
                .policy("patience", "client", "GET /v1/idempotency-keys/messages", 1, "1/3s")
                .policy("here-few", "ip", "POST /v1/messages", 30, "1/d")
                .policy("sender", "client", "POST /v1/messages", 5, "1/d");
        instance = new Instance(database, launch.launch().start());
        redis = RawRedis.connect(TestServers.shared().redisUrl());
    }

    @AfterAll
    static void end() {
        redis.close();
        instance.service().close();
    }

    @Test
    void asManyPassAtOnceAsTheCapacitySays() {
        var burst = new Burst();
        for (var i = 0; i < 2 * CAPACITY; i++) {
            burst.add(instance.service().url(), merchant.request("GET", ORDERS));
        }

        var before = StoredBuckets.micros(redis);
        var passed =
                burst.send().stream().filter(answer -> answer.status() == 200).count();
        var after = StoredBuckets.micros(redis);

        assertThat(passed)
                .as(LimitedClientIT::decisions)
                .isBetween(CAPACITY, CAPACITY + (long) ((after - before) * PER_MICRO));
    }

    /**
     * What passed by a moment at which a request was denied is all that had come by then, but for less than one token.
     * So it is bounded from both sides, however fast the machine is.
     */
    @Test
    void atFullSpeedPassCapacityAndRateTimesTime() {
        try (var crowd = new Crowd()) {
            var beforeFirst = StoredBuckets.micros(redis);
            var passed = (long) crowd.passed();
            var afterFirst = StoredBuckets.micros(redis);
            var beforeLast = afterFirst;
            var all = false;
            while (all || beforeLast - afterFirst < FULL_SPEED_MICROS) {
                beforeLast = StoredBuckets.micros(redis);
                var now = crowd.passed();
                passed += now;
                all = now == CONNECTIONS;
            }
            var afterLast = StoredBuckets.micros(redis);

            assertThat(passed)
                    .isBetween(
                            CAPACITY + (long) ((beforeLast - afterFirst) * PER_MICRO) - 1,
                            CAPACITY + (long) ((afterLast - beforeFirst) * PER_MICRO) + 1);
        }
    }

    @Test
    void isToldAllThatThereIsToTell() {
        var denied =
                untilDenied(() -> merchant.send(merchant.request("GET", ORDERS).header("Origin", ORIGIN)));

        assertThatAnswer(denied).isProblem(429, "rate-limited");
        var problem = Merchant.json(denied);
        assertThat(problem.getBoolean("retryable")).isTrue();
        assertThat(problem.getString("next_key")).isEqualTo("same");
        assertThat(problem.getJsonArray("violated-policies")).containsExactly("client");
        assertThat(problem.getLong("retry_after_ms")).isBetween(1L, 101L);
        assertThat(retryAfter(denied)).isBetween(1L, 2L);
        var told = ToldLimits.inDraft07(denied);
        assertThat(told.limit()).isEqualTo(20);
        assertThat(told.remaining()).isZero();
        assertThat(told.reset()).isEqualTo(1);
        assertThat(told.policies()).containsEntry("20", 2L);
        assertThat(denied.headers("Access-Control-Allow-Origin")).containsExactly(ORIGIN);
        assertThat(denied.header("Access-Control-Expose-Headers").orElseThrow().split(", *"))
                .contains("Retry-After")
                .containsAll(ToldLimits.HEADERS);
    }

    @Test
    void waitingAsLongAsItWasToldIsAlwaysEnough() throws Exception {
        var crowd = instance.newMerchant(Plan.VIP);
        var clients = IntStream.range(0, SUBJECTS)
                .mapToObj(number -> crowd.other("patient-" + number))
                .toList();
        var timer = Executors.newScheduledThreadPool(CONNECTIONS);
        try {
            assertThat(passedAfter(clients, answer -> 1000 * retryAfter(answer), timer))
                    .isEqualTo(SUBJECTS);
            assertThat(passedAfter(clients, answer -> Merchant.json(answer).getLong("retry_after_ms"), timer))
                    .isEqualTo(SUBJECTS);
        } finally {
            timer.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages/x,              tenant-few, 3, 429",
        "/v1/idempotency-keys/orders, client-few, 3, 429",
        "/v1/orders/export,           export,     2, 429",
        "/v1/orders/x,                all-few,    3, 503"
    })
    void deniedAtOneLevelChangesNoBucketOfAny(String target, String policy, int capacity, int status) {
        // Given
        for (var i = 0; i < capacity; i++) {
            assertThat(merchant.get(target).status()).isLessThan(429);
        }
        var before = StoredBuckets.of(merchant.tenant(), redis);
        var beside = LookedAt.remaining(merchant, "beside");

        // When
        var denied = merchant.get(target);

        // Then
        assertThat(denied.status()).isEqualTo(status);
        assertThat(Merchant.json(denied).getJsonArray("violated-policies")).containsExactly(policy);
        assertThat(StoredBuckets.of(merchant.tenant(), redis)).isEqualTo(before).isNotEmpty();
        assertThat(LookedAt.remaining(merchant, "beside")).isEqualTo(beside);
    }

    @Test
    void aDenialGivesTheAddressItsChargeBack() {
        // Given: 30 from one address, 5 of one client, as long as the test lasts.
        for (var i = 0; i < 5; i++) {
            assertThat(sendNothing(merchant)).isEqualTo("400");
        }
        for (var i = 0; i < 60; i++) {
            assertThat(sendNothing(merchant)).isEqualTo("429 [\"sender\"]");
        }

        // When
        var others = new ArrayList<String>();
        for (var i = 0; i < 26; i++) {
            others.add(sendNothing(instance.newMerchant()));
        }

        // Then
        assertThat(others.subList(0, 25)).containsOnly("400");
        assertThat(others.get(25)).isEqualTo("429 [\"here-few\"]");
    }

    /** What the instance counted, by who answered. */
    private static String decisions() {
        return RawHttp.exchange(instance.service().managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> line.startsWith("oncegate_ratelimit_"))
                .collect(Collectors.joining("\n"));
    }

    /** A message without a key, from the address of this test. */
    private static String sendNothing(Merchant from) {
        try (var connection =
                RawHttp.connectFrom("127.0.0.31", instance.service().url())) {
            var answer = connection
                    .send(from.request("POST", "/v1/messages")
                            .header("Content-Type", "application/json")
                            .body("{}"))
                    .receive();
            return answer.status() == 429
                    ? "429 "
                            + Merchant.json(answer)
                                    .getJsonArray("violated-policies")
                                    .encode()
                    : String.valueOf(answer.status());
        }
    }

    /** How many pass that were denied and then repeat after so many milliseconds, by a timer. */
    private static int passedAfter(
            List<Merchant> clients, ToLongFunction<RawResponse> millis, ScheduledExecutorService timer)
            throws Exception {
        var again = new ArrayList<ScheduledFuture<RawResponse>>();
        for (var client : clients) {
            var denied = untilDenied(() -> ask(client));
            again.add(timer.schedule(() -> ask(client), millis.applyAsLong(denied), TimeUnit.MILLISECONDS));
        }
        var passed = 0;
        for (var one : again) {
            passed += one.get().status() == 404 ? 1 : 0;
        }
        return passed;
    }

    private static RawResponse ask(Merchant client) {
        return client.key("messages", "nobodys");
    }

    private static RawResponse untilDenied(Supplier<RawResponse> request) {
        for (var i = 0; i < 10_000; i++) {
            var answer = request.get();
            if (answer.status() == 429) {
                return answer;
            }
        }
        throw new AssertionError("Nothing was denied.");
    }

    private static long retryAfter(RawResponse answer) {
        return Long.parseLong(answer.headers("Retry-After").get(0));
    }

    /** A few connections of one client that are always busy. */
    private final class Crowd implements AutoCloseable {
        private final RawRequest request = merchant.request("GET", ORDERS);
        private final List<RawHttp> connections = IntStream.range(0, CONNECTIONS)
                .mapToObj(number -> RawHttp.connect(instance.service().url()))
                .toList();

        /** How many of one request on each passed. */
        int passed() {
            connections.forEach(connection -> connection.send(request));
            return (int) connections.stream()
                    .filter(connection -> connection.receive().status() == 200)
                    .count();
        }

        @Override
        public void close() {
            connections.forEach(RawHttp::close);
        }
    }
}
