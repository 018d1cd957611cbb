package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.RedisProcess;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Payments as the service ships: its limits, its patience, and a Redis that can be lost. */
class PaymentLimitsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    /** Of one user: so many at once, and after that one each time that so long has passed. */
    private static final int CAPACITY = 10;

    private static final Duration REFILL = Duration.ofSeconds(6);
    private static final int REPEATS = 2 * CAPACITY;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static RedisProcess redis;
    private static ServiceProcess service;

    private final Tenant tenant = Tenant.payingThrough("stripe", service, database);
    private final Client client = tenant.client();

    PaymentLimitsIT() {
        // Whose programs may do more than these tests do.
        tenant.change(JsonObject.of("plan", "vip"));
    }

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        redis = RedisProcess.start();
        service = ServiceLaunch.on(database)
                .withShippedLimits()
                .with("ONCEGATE_REDIS_URL", redis.url())
                // However slow the machine is, Redis decides as long as it is there.
                .with("ONCEGATE_RATE_LIMIT_TIMEOUT", "1s")
                .with("ONCEGATE_RATE_LIMIT_BREAKER_CALLS", "1000000")
                .with("ONCEGATE_SANDBOX_URL", SANDBOX.url().toString())
                .with("ONCEGATE_ALLOW_SANDBOX", "true")
                .start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        redis.close();
    }

    private Purchase by(String user, String method) {
        return Purchase.withBody(client, Bodies.paidOrder(user, 1999, "RUB", method));
    }

    @Test
    void aUserTriesTenPaymentsAtOnceAndNoMore() {
        assertThatAsManyPass("user-1", CAPACITY);

        assertThat(by("user-2", "pm_card").placeUntilTold().status()).isEqualTo(201);
    }

    @Test
    void askingForAnOpenPaymentIsNotPayingAgain() {
        var open = by("user-1", "sandbox:apply_after(600000)");

        for (var time = 0; time < REPEATS; time++) {
            assertThat(open.place().status()).isEqualTo(202);
        }

        assertThatAsManyPass("user-1", CAPACITY - 1);
    }

    private void assertThatAsManyPass(String user, int most) {
        var before = System.nanoTime();
        var passed = 0;
        var purchase = by(user, "pm_card");
        var answer = purchase.place();
        while (answer.status() != 429) {
            assertThat(answer.status()).as(answer::text).isBetween(201, 202);
            passed++;
            purchase = by(user, "pm_card");
            answer = purchase.place();
        }
        var refilled = (int) Duration.ofNanos(System.nanoTime() - before).dividedBy(REFILL);

        assertThatAnswer(answer).isProblem(429, "rate-limited");
        assertThat(new JsonObject(answer.text()).getJsonArray("violated-policies"))
                .containsExactly("payment-attempts");
        tenant.assertNothingIsStoredUnder(purchase.key());
        assertThat(passed).isBetween(most, most + refilled + 1);
    }

    @Test
    void withoutRedisOrdersArePaidAllTheSame() {
        // Given
        var underWay = by("user-1", "sandbox:hang_then_apply(1000)");
        var answer = underWay.begin();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> !SANDBOX.postsAbout(List.of(underWay.key())).isEmpty());

        // When
        redis.kill9();

        // Then
        try {
            answer.join();
            assertPaid(underWay.placeUntilTold(), underWay);
            for (var user : List.of("user-2", "user-3", "user-4")) {
                var purchase = by(user, "pm_card");
                assertPaid(purchase.placeUntilTold(), purchase);
                assertPaid(purchase.place(), purchase);
            }
            var lost = by("user-5", "sandbox:apply_then_drop");
            assertThat(lost.place().status()).isEqualTo(202);
            assertPaid(lost.placeUntilTold(), lost);
        } finally {
            redis.startAgain();
            await().atMost(PATIENCE).until(() -> health().contains("\"limiter\": \"ok\""));
        }
    }

    @Test
    void theFirstRequestAfterAStartIsAPaymentAndNobodyWaitsInVain() {
        var purchase = by("user-1", "pm_card");

        service.restart();

        assertPaid(purchase.place(), purchase);
    }

    private static void assertPaid(RawResponse answer, Purchase purchase) {
        assertThatAnswer(answer).isAnOrder();
        assertThat(new JsonObject(answer.text()).getString("status")).isEqualTo("paid");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    private static String health() {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/health/ready"))
                .text();
    }
}
