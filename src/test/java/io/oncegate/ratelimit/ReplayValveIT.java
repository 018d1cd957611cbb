package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.TestServers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Repeats of requests that are done pay {@code replay}, and where their answer is remembered nobody is asked. */
class ReplayValveIT {

    private static final String ORDERS = "/v1/orders";
    private static final String ORDER = "{\"user_id\":\"u\",\"amount\":1,\"currency\":\"EUR\"}";
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int REPLAYS = 10;

    private static RedisProcess server;
    private static RawRedis redis;
    private static Instance one;
    private static Instance other;

    private final Merchant merchant = one.newMerchant();
    private final String key = Merchant.newKey();

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
        redis = server.connect();
        var database = TestServers.shared().freshDatabase();
        one = start(database);
        other = start(database);
    }

    /** Nothing comes back while a test lasts, and nothing is leased in the background. */
    private static Instance start(Database database) {
        return new Instance(
                database,
                LimitedLaunch.on(database)
                        .with("ONCEGATE_REDIS_URL", server.url())
                        .local("global")
                        .limit("client", 20, "1/d")
                        .limit("tenant", 100, "1/d")
                        .limit("replay", REPLAYS, "1/d")
                        .launch()
                        .start());
    }

    @AfterAll
    static void end() {
        one.service().close();
        other.service().close();
        redis.close();
        server.close();
    }

    @Test
    void aKnownReplayPaysReplayAndAsksNobody() throws SQLException {
        // Given
        var first = merchant.post(ORDERS, key, ORDER);
        assertThatAnswer(first).isANewOrder();
        var paid = StoredBuckets.of(merchant.tenant(), redis);
        var scripts = redis.callsOf("evalsha") + redis.callsOf("eval");

        try (var tables = LockedTables.of(one.database());
                var control = RawHttp.connect(one.service().url())) {
            // When
            var replays = IntStream.range(0, REPLAYS)
                    .mapToObj(number -> merchant.post(ORDERS, key, ORDER))
                    .toList();

            // Then
            assertThat(replays).allSatisfy(replay -> assertThatAnswer(replay).isAReplayOf(first));
            assertThat(replays)
                    .extracting(replay -> ToldLimits.inDraft07(replay).remaining())
                    .containsExactly(9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L, 0L);
            assertThat(tables.waiting()).isZero();
            assertThat(redis.callsOf("evalsha") + redis.callsOf("eval")).isEqualTo(scripts);
            assertThat(StoredBuckets.of(merchant.tenant(), redis)).isEqualTo(paid);

            // And a first request would have been seen by both
            control.send(merchant.request("POST", ORDERS)
                    .header("Idempotency-Key", Merchant.newKey())
                    .header("Content-Type", "application/json")
                    .body(ORDER));
            await().atMost(SOON).until(() -> tables.waiting() == 1);
            assertThat(redis.callsOf("evalsha") + redis.callsOf("eval")).isGreaterThan(scripts);
        }
    }

    @Test
    void aReplayThatOnlyTheEngineFindsGetsItsChargeBackOnce() {
        var first = merchant.post(ORDERS, key, ORDER);
        assertThat(remaining(merchant, "client")).isEqualTo(19);
        assertThat(merchant.get(ORDERS).status()).isEqualTo(200);
        var elsewhere = at(other, merchant);

        assertThatAnswer(elsewhere.post(ORDERS, key, ORDER)).isAReplayOf(first);

        await().atMost(SOON).until(() -> remaining(merchant, "client") == 18);
        assertThat(remaining(merchant, "tenant")).isEqualTo(98);
        assertThat(remaining(elsewhere, "replay")).isEqualTo(REPLAYS - 1);
        assertThatAnswer(elsewhere.post(ORDERS, key, ORDER)).isAReplayOf(first);
        assertThat(remaining(elsewhere, "replay")).isEqualTo(REPLAYS - 2);
        assertThat(remaining(merchant, "client")).isEqualTo(18);
    }

    @Test
    void manyReplaysAreDeniedByNameAndHarmNobody() {
        // Given
        var first = merchant.post(ORDERS, key, ORDER);
        for (var i = 0; i < REPLAYS; i++) {
            assertThatAnswer(merchant.post(ORDERS, key, ORDER)).isAReplayOf(first);
        }

        // When
        var denied = merchant.post(ORDERS, key, ORDER);

        // Then
        assertThatAnswer(denied).isProblem(429, "rate-limited");
        assertThat(Merchant.json(denied).getJsonArray("violated-policies")).containsExactly("replay");
        assertThat(ToldLimits.inDraft07(denied).limit()).isEqualTo(REPLAYS);
        assertThat(remaining(merchant, "client")).isEqualTo(19);
        assertThatAnswer(merchant.post(ORDERS, ORDER)).isANewOrder();
        assertThatAnswer(at(other, merchant).post(ORDERS, key, ORDER)).isAReplayOf(first);
    }

    @Test
    void whatTheEngineFindsIsAnsweredThoughNoReplayIsLeft() {
        // Given
        var elsewhere = at(other, merchant);
        var first = elsewhere.post(ORDERS, key, ORDER);
        RawResponse last = first;
        while (last.status() == 201) {
            last = elsewhere.post(ORDERS, key, ORDER);
        }
        assertThat(last.status()).isEqualTo(429);
        var unknown = Merchant.newKey();
        var placed = merchant.post(ORDERS, unknown, ORDER);
        assertThat(remaining(merchant, "client")).isEqualTo(18);

        // When
        var replay = elsewhere.post(ORDERS, unknown, ORDER);

        // Then
        assertThatAnswer(replay).isAReplayOf(placed);
        assertThat(ToldLimits.inDraft07(replay).limit()).isEqualTo(20);
        assertThat(remaining(merchant, "client")).isEqualTo(17);
    }

    private static Merchant at(Instance instance, Merchant merchant) {
        return new Merchant(instance, merchant.tenant(), merchant.apiKey());
    }

    private static long remaining(Merchant merchant, String policy) {
        return LookedAt.remaining(merchant, policy);
    }
}
