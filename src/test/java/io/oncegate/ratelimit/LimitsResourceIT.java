package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRedis;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/limits}. */
class LimitsResourceIT {

    private static final String LIMITS = "/v1/limits";
    private static final long MILLIS_PER_DAY = 86_400_000;

    private static Instance shipped;
    private static Instance slow;
    private static RawRedis redis;

    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        shipped = new Instance(database, LimitedLaunch.on(database).launch().start());
        slow = new Instance(
                database,
                LimitedLaunch.on(database)
                        .limit("client", 20, "1/d")
                        .limit("tenant", 100, "1/d")
                        .launch()
                        .start());
        redis = RawRedis.connect(TestServers.shared().redisUrl());
    }

    @AfterAll
    static void end() {
        redis.close();
        shipped.service().close();
        slow.service().close();
    }

    @Test
    void tellsAllOfTheCallersOwnLimits() {
        var answer = shipped.newMerchant().get(LIMITS);

        assertThatAnswer(answer).isJson(200);
        assertThat(Merchant.json(answer).getJsonArray("items"))
                .containsExactlyInAnyOrder(
                        limit("client", "client", 20, "10/s", "redis"),
                        limit("tenant", "tenant", 100, "50/s", "redis"),
                        limit("replay", "tenant", 100, "50/s", "local"),
                        limit("export", "tenant-route", 2, "1/10s", "redis").put("route", "GET /v1/orders/export"));
    }

    @Test
    void lookingChargesNothingAndKeepsNothingAlive() {
        // Given
        var merchant = slow.newMerchant();
        assertThat(merchant.get("/v1/orders").status()).isEqualTo(200);
        var before = StoredBuckets.of(merchant.tenant(), redis);

        // When
        var first = merchant.get(LIMITS);
        var again = merchant.get(LIMITS);

        // Then
        assertThat(remaining(again)).isEqualTo(remaining(first)).isEqualTo("client=19 export=2 replay=100 tenant=99");
        assertThat(StoredBuckets.of(merchant.tenant(), redis)).isEqualTo(before).hasSize(2);
        assertThat(ToldLimits.headers(first)).isEmpty();
    }

    @Test
    void tellsAClientThatHasNothingLeftHowLongItWaits() {
        // Given
        var merchant = slow.newMerchant();
        for (var i = 0; i < 20; i++) {
            assertThat(merchant.get("/v1/orders").status()).isEqualTo(200);
        }
        var denied = merchant.get("/v1/orders");
        assertThatAnswer(denied).isProblem(429, "rate-limited");

        // When
        var looked = LookedAt.by(merchant);

        // Then
        var client = looked.get("client");
        assertThat(client.getLong("remaining")).isZero();
        assertThat(client.getLong("wait_ms"))
                .isPositive()
                .isLessThanOrEqualTo(Merchant.json(denied).getLong("retry_after_ms"))
                .isGreaterThan(MILLIS_PER_DAY / 2);
        assertThat(client.getString("source")).isEqualTo("redis");
        assertThat(looked.get("tenant").getLong("remaining")).isEqualTo(80);
        assertThat(looked.get("tenant").getLong("wait_ms")).isZero();
    }

    @Test
    void tellsTheOperatorOfHisOwn() {
        var answer = RawHttp.exchange(
                shipped.service().url(), RawRequest.of("GET", LIMITS).header("X-Api-Key", ServiceLaunch.OPERATOR_KEY));

        assertThatAnswer(answer).isJson(200);
        assertThat(Merchant.json(answer).getJsonArray("items"))
                .containsExactly(limit("admin", "operator", 100, "50/s", "local"));
    }

    @Test
    void tellsNothingToWhoeverIsUnknown() {
        assertThatAnswer(RawHttp.exchange(shipped.service().url(), RawRequest.of("GET", LIMITS)))
                .isProblem(401, "unauthenticated");
    }

    private static JsonObject limit(String policy, String level, int capacity, String refill, String source) {
        return new JsonObject()
                .put("policy", policy)
                .put("level", level)
                .put("algorithm", "token-bucket")
                .put("capacity", capacity)
                .put("refill", refill)
                .put("remaining", capacity)
                .put("wait_ms", 0)
                .put("mode", "enforce")
                .put("source", source);
    }

    private static String remaining(RawResponse answer) {
        JsonArray items = Merchant.json(answer).getJsonArray("items");
        return items.stream()
                .map(JsonObject.class::cast)
                .map(item -> item.getString("policy") + "=" + item.getLong("remaining"))
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
