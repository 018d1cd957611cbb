package io.oncegate.overload;

import static io.oncegate.overload.CrowdedInstance.ORDER;
import static io.oncegate.overload.CrowdedInstance.PATIENCE;
import static io.oncegate.overload.CrowdedInstance.PERMITS;
import static io.oncegate.overload.CrowdedInstance.POLL;
import static io.oncegate.overload.CrowdedInstance.QUEUE;
import static io.oncegate.overload.CrowdedInstance.order;
import static io.oncegate.overload.CrowdedInstance.receive;
import static io.oncegate.overload.CrowdedInstance.remaining;
import static io.oncegate.overload.CrowdedInstance.slug;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.caller.Plan;
import io.oncegate.client.Merchant;
import io.oncegate.overload.CrowdedInstance.ServiceClass;
import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More than an instance can do. */
class CrowdIT {
    private static final String REJECTED = "oncegate_overload_rejected_total";
    private static final String VICTIMS = "oncegate_overload_victims_total";
    private static final String DECISIONS = "oncegate_ratelimit_decisions_total";

    private static CrowdedInstance crowded;

    @BeforeAll
    static void start() {
        crowded = CrowdedInstance.start();
    }

    @AfterAll
    static void stop() {
        crowded.close();
    }

    @AfterEach
    void comeToRest() {
        crowded.ordersTake(Duration.ZERO);
        crowded.awaitQuiet();
    }

    @Test
    void ofAHundredAtOnceThirtyAreServedAndTheRestAreRefusedWithoutAskingRedis() {
        // Given
        var merchant = crowded.merchant();
        var remaining = remaining(merchant);
        crowded.ordersTake(Duration.ofMillis(500));
        var burst = new Burst();
        for (var each = 0; each < 100; each++) {
            burst.add(crowded.instance().service().url(), order(merchant).body(ORDER));
        }

        // When
        var answers = CompletableFuture.supplyAsync(burst::send);
        var deepest = 0.0;
        while (!answers.isDone()) {
            deepest = Math.max(deepest, crowded.depth(ServiceClass.CRITICAL));
        }

        // Then
        assertThat(answers.join()).filteredOn(answer -> answer.status() == 201).hasSize(PERMITS + QUEUE);
        assertThat(answers.join())
                .filteredOn(answer -> answer.status() != 201)
                .hasSize(70)
                .allSatisfy(CrowdIT::isOverloaded);
        assertThat(deepest).isPositive().isLessThanOrEqualTo(QUEUE);
        assertThat(remaining(merchant)).isEqualTo(remaining - PERMITS - QUEUE);
        assertThat(orders(merchant)).isEqualTo(PERMITS + QUEUE);
    }

    private static void isOverloaded(RawResponse answer) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(slug(answer)).isEqualTo("overloaded");
        assertThat(Integer.parseInt(answer.header("Retry-After").orElseThrow())).isPositive();
        assertThat(answer.header("RateLimit")).isEmpty();
    }

    /** Who names a budget is never refused in front of the resources. */
    @Test
    void aCrowdReadsTheSameInFrontOfTheResourcesAndBehindThem() {
        // Given
        var others = crowded.occupied(Duration.ofSeconds(2));
        var merchant = crowded.merchant();
        var waiting = crowded.send(QUEUE, () -> order(merchant).body(ORDER));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(ServiceClass.CRITICAL) == QUEUE);
        var rejected = rejectedOrders();
        var answered = answeredOrders();
        var remaining = remaining(merchant);

        // When
        var inFront = merchant.post("/v1/orders", Merchant.newKey(), ORDER);
        var behind = merchant.send(order(merchant).body(ORDER));

        // Then
        for (var answer : List.of(inFront, behind)) {
            isOverloaded(answer);
            assertThat(Merchant.json(answer).getString("instance"))
                    .isEqualTo(answer.header("X-Request-Id").orElseThrow());
        }
        assertThat(names(inFront)).isEqualTo(names(behind));
        assertThat(Merchant.json(inFront).fieldNames())
                .containsExactlyElementsOf(Merchant.json(behind).fieldNames());
        assertThat(rejectedOrders() - rejected).isEqualTo(2);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(answeredOrders() - answered).isEqualTo(2));
        assertThat(remaining(merchant)).isEqualTo(remaining);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
        assertThat(receive(waiting)).allMatch(answer -> answer.status() == 201);
    }

    private static double rejectedOrders() {
        return crowded.meter(REJECTED, "route=\"POST /v1/orders\"", "reason=\"tenant-full\"");
    }

    private static double answeredOrders() {
        return crowded.meter("http_server_requests_seconds_count", "status=\"503\"", "uri=\"/v1/orders\"");
    }

    private static Set<String> names(RawResponse answer) {
        return answer.headers().stream()
                .map(header -> header.getKey().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    @Test
    void whatUsedItsBudgetWaitingIsNeverSentAndPaysNothing() {
        // Given
        var others = crowded.occupied(Duration.ofSeconds(2));
        var merchant = crowded.merchant();
        var remaining = remaining(merchant);

        // When
        var answers = receive(crowded.send(
                QUEUE / 2, () -> order(merchant, Duration.ofMillis(300)).body(ORDER)));

        // Then
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(503);
            // At the door, where its turn is seen to come too late, or in the queue.
            assertThat(slug(answer)).isIn("deadline-exceeded", "overloaded");
        });
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
        assertThat(orders(merchant)).isZero();
        assertThat(keys(merchant)).isZero();
        await().atMost(PATIENCE).until(() -> remaining(merchant) == remaining);
        assertThat(crowded.meter(REJECTED, "reason=\"expired\"")).isPositive();
    }

    @Test
    void aBudgetOfAMillisecondIsNoFreePath() {
        var merchant = crowded.instance().newMerchant(Plan.FREE);
        assertThat(merchant.get("/v1/limits").status()).isEqualTo(200);

        var answers = receive(
                crowded.send(50, () -> order(merchant, Duration.ofMillis(1)).body(ORDER)));

        assertThat(answers).extracting(RawResponse::status).contains(429);
    }

    @Test
    void whoeverHangsUpLeavesTheQueue() {
        // Given
        var others = crowded.occupied(Duration.ofSeconds(3));
        var merchant = crowded.merchant();
        var waiting = crowded.send(QUEUE / 2, () -> order(merchant).body(ORDER));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(ServiceClass.CRITICAL) == QUEUE / 2.0);

        // When
        waiting.forEach(RawHttp::hangUp);

        // Then
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(ServiceClass.CRITICAL) == 0);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
        assertThat(orders(merchant)).isZero();
    }

    @Test
    void operatorsGetInUnderFullLoad() {
        var others = crowded.occupied(Duration.ofSeconds(3));
        var merchant = crowded.merchant();
        var waiting = crowded.send(QUEUE, () -> order(merchant).body(ORDER));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(ServiceClass.CRITICAL) == QUEUE);

        var looked = crowded.operator("GET", "/admin/v1/profile", "");
        var changed = crowded.operator("PUT", "/admin/v1/profile", "{\"profile\":\"normal\"}");
        var audit = crowded.operator("GET", "/admin/v1/audit", "");

        assertThat(crowded.depth(ServiceClass.CRITICAL)).isEqualTo(QUEUE);
        assertThat(looked.status()).isEqualTo(200);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(audit.status()).isEqualTo(200);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
        assertThat(receive(waiting)).allMatch(answer -> answer.status() == 201);
    }

    @ParameterizedTest
    @CsvSource({"critical, NORMAL", "high, NORMAL", "low, LOW", "LOW, LOW"})
    void aHeaderLowersAClassAndNeverRaisesIt(String priority, ServiceClass waitsIn) {
        var others = crowded.occupied(Duration.ofSeconds(2));
        var merchant = crowded.merchant();

        var waiting =
                crowded.send(3, () -> merchant.request("GET", "/v1/orders").header("X-Priority", priority));

        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(waitsIn) == 3);
        assertThat(receive(waiting)).allMatch(answer -> answer.status() == 200);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
    }

    @Test
    void aMessageOfLowPriorityIsOfTheClassLow() {
        var others = crowded.occupied(Duration.ofSeconds(2));
        var merchant = crowded.merchant();

        var waiting = crowded.send(
                1,
                () -> merchant.request("POST", "/v1/messages")
                        .header("Idempotency-Key", Merchant.newKey())
                        .header("Content-Type", "application/json")
                        .body("{\"to\":\"+4915112345678\",\"text\":\"later\",\"priority\":\"low\"}"));

        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.depth(ServiceClass.LOW) == 1);
        assertThat(receive(waiting)).allMatch(answer -> answer.status() == 202);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
    }

    /** It fills its own part of the queue, meets its own limit, and delays itself. */
    @Test
    void aNoisyTenantKeepsNobodyOut() {
        // Given
        var noisy = crowded.merchant();
        var quiet = crowded.merchant();
        var victims = crowded.meter(VICTIMS);
        crowded.ordersTake(Duration.ofMillis(20));
        var enough = new AtomicBoolean();
        var noise = IntStream.range(0, 5 * PERMITS)
                .mapToObj(each ->
                        CompletableFuture.supplyAsync(() -> sendUntil(enough, noisy), task -> new Thread(task).start()))
                .toList();
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> crowded.inFlight() == PERMITS);

        // When
        var answers = Stream.generate(() -> quiet.send(order(quiet).body(ORDER)))
                .limit(50)
                .toList();
        enough.set(true);

        // Then
        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(crowded.meter(VICTIMS)).isEqualTo(victims);
        assertThat(noise.stream().flatMap(one -> one.join().stream()).distinct())
                .contains(201)
                .containsAnyOf(429, 503);
    }

    private static Set<Integer> sendUntil(AtomicBoolean enough, Merchant merchant) {
        var statuses = new HashSet<Integer>();
        while (!enough.get()) {
            statuses.add(merchant.send(order(merchant).body(ORDER)).status());
        }
        return statuses;
    }

    /** Whoever asks how long to wait must not have to wait for the answer. */
    @Test
    void limitsAreToldWithoutAPermit() {
        var others = crowded.occupied(Duration.ofSeconds(2));

        assertThat(crowded.merchant().get("/v1/limits").status()).isEqualTo(200);

        assertThat(crowded.inFlight()).isEqualTo(PERMITS);
        assertThat(receive(others)).allMatch(answer -> answer.status() == 201);
    }

    @Test
    void aRouteThatTheProfileDisablesIsRefusedBeforeItsLimitsAreCounted() {
        var merchant = crowded.merchant();
        assertThat(crowded.operator("PUT", "/admin/v1/profile", "{\"profile\":\"emergency\"}")
                        .status())
                .isEqualTo(200);
        try {
            var counted = crowded.meter(DECISIONS, "policy=\"export\"");

            var refused = merchant.get("/v1/orders/export");

            assertThat(refused.status()).isEqualTo(503);
            assertThat(slug(refused)).isEqualTo("route-disabled");
            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(crowded.meter(DECISIONS, "policy=\"export\"")).isEqualTo(counted);
            assertThat(merchant.get("/v1/orders").status()).isEqualTo(200);
        } finally {
            assertThat(crowded.operator("PUT", "/admin/v1/profile", "{\"profile\":\"normal\"}")
                            .status())
                    .isEqualTo(200);
        }
        assertThat(merchant.get("/v1/orders/export").status()).isEqualTo(200);
    }

    private static long orders(Merchant merchant) {
        return crowded.instance()
                .database()
                .count("SELECT count(*) FROM orders WHERE tenant_id = ?", merchant.tenant());
    }

    private static long keys(Merchant merchant) {
        return crowded.instance()
                .database()
                .count("SELECT count(*) FROM idempotency_keys WHERE tenant_id = ?", merchant.tenant());
    }
}
