package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.scenario.SideBySide.Side;
import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.EarlierVersion;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** This version and an earlier one serve together, as they do while one replaces the other. */
@Tag("external")
@Tag("history")
@ParameterizedClass(name = "beside {0}")
@MethodSource("io.oncegate.testsupport.EarlierVersion#all")
class SideBySideIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int CAPACITY = 10;
    private static final int MESSAGES = 40;
    private static final String PROFILE = "/admin/v1/profile";

    private static SideBySide both;

    private final EarlierVersion earlier;

    SideBySideIT(EarlierVersion earlier) {
        this.earlier = earlier;
    }

    @BeforeParameterizedClassInvocation
    static void start(EarlierVersion earlier) {
        both = SideBySide.start(earlier);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        both.close();
    }

    @AfterEach
    void startWhatHasDied() {
        both.startWhatHasDied();
    }

    @Test
    void theSchemaIsThatOfTheNewerOne() {
        assertThat(earlier.migrations()).isLessThanOrEqualTo(EarlierVersion.migrationsNow());
        assertThat(both.database().count("SELECT count(*) FROM flyway_schema_history WHERE success"))
                .isEqualTo(EarlierVersion.migrationsNow());
    }

    @ParameterizedTest
    @EnumSource
    void whatOneAnsweredIsReplayedByTheOther(Side first) {
        // Given
        var client = newTenant(first).client();
        var other = client.at(both.at(first.other()));
        var key = Secrets.newKey();
        var order = Bodies.order("u", 1999);
        var message = Bodies.message("to whom it may concern");

        // When
        var placed = client.placeOrder(key, order);
        var accepted = client.sendMessage(key, message);

        // Then
        assertThatAnswer(placed).isANewOrder();
        assertThatAnswer(other.placeOrder(key, order)).isAReplayOf(placed);
        assertThatAnswer(accepted).isJson(202);
        assertThatAnswer(other.sendMessage(key, message)).isAReplayOf(accepted);
        assertThatAnswer(other.placeOrder(key, Bodies.order("u", 2000))).isProblem(409, "idempotency-key-reused");
        assertThat(other.statusOf(key).text()).isEqualTo(client.statusOf(key).text());
        assertThat(read(other, placed)).isEqualTo(read(client, placed));
    }

    @Test
    void duplicatesThatReachBothAtOnceAreOneOrder() {
        var tenant = newTenant(Side.OLD);
        var order = tenant.client().order(Secrets.newKey(), Bodies.order("u", 1999));

        var answers = atOnce(order, 20);

        assertThat(tenant.orders()).isEqualTo(1);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isIn(201, 409));
        assertThat(answers.stream().filter(answer -> answer.status() == 201).map(RawResponse::text))
                .isNotEmpty()
                .containsOnly(tenant.client().send(order).text());
    }

    @ParameterizedTest
    @CsvSource({"stripe, OLD", "stripe, CURRENT", "tbank, OLD", "tbank, CURRENT"})
    void aPaymentThatOneBeganIsToldByTheOther(String account, Side first) {
        // Given
        var tenant = Tenant.payingThrough(account, both.at(first), both.database());
        var client = tenant.client();
        var purchase = Purchase.of(client, "sandbox:hang_then_apply(1500)");
        var begun = purchase.begin();
        awaitBegun(purchase);

        // When
        purchase.moveTo(client.at(both.at(first.other())));
        var outcome = purchase.placeUntilTold();

        // Then
        begun.join();
        purchase.moveTo(client);
        assertPaidOnce(purchase, outcome);
    }

    @ParameterizedTest
    @EnumSource
    void aPaymentOfOneThatDiedIsEndedByTheOther(Side victim) {
        // Given
        var tenant = Tenant.payingThrough("stripe", both.at(victim), both.database());
        var client = tenant.client();
        var purchase = Purchase.of(client, "sandbox:hang_then_apply(1500)");
        var unanswered = purchase.begin();
        awaitBegun(purchase);

        // When
        both.at(victim).kill9();

        // Then
        purchase.moveTo(client.at(both.at(victim.other())));
        assertPaidOnce(purchase, purchase.placeUntilTold());
        assertThat(unanswered).isCompletedExceptionally();
    }

    @Test
    void aMessageIsSentOnceWhoeverAcceptedIt() {
        // Given
        var tenant = Tenant.sendingThrough(SideBySide.GATEWAY, both.old(), both.database());
        var client = tenant.client();

        // When
        var ids = Stream.of(client, client.at(both.current()))
                .flatMap(each -> Letter.accepted(MESSAGES / 2, each, "number %d").stream())
                .map(Letter::id)
                .toList();

        // Then
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> tenant.messagesOf("sent").size() == MESSAGES);
        assertThat(Sandbox.shared().messagesTaken().stream().filter(ids::contains))
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @ParameterizedTest
    @EnumSource
    void aLimitThatAnOperatorSetsAtOneCountsAtBoth(Side side) {
        // Given
        assumeThat(earlier.readsPackedBuckets()).isTrue();
        var tenant = newTenant(side);
        var limited = tenant.client("limited");
        var read = limited.get("/v1/orders?limit=1");

        // When
        operator(
                side,
                "/admin/v1/tenants/" + tenant.id() + "/limits/client",
                new JsonObject().put("capacity", CAPACITY).put("refill", "1/1000s"));
        var onlooker = tenant.client("onlooker");
        for (var each : Side.values()) {
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> onlooker.at(both.at(each))
                            .send(onlooker.get("/v1/limits"))
                            .text()
                            .contains("1/1000s"));
        }

        // Then
        assertThat(atOnce(read, 4 * CAPACITY))
                .extracting(RawResponse::status)
                .containsOnly(200, 429)
                .filteredOn(status -> status == 200)
                .hasSize(CAPACITY);
    }

    @ParameterizedTest
    @EnumSource
    void aProfileThatAnOperatorChoosesAtOneIsThatOfBoth(Side side) {
        for (var profile : List.of("degraded", "normal")) {
            operator(side, PROFILE, new JsonObject().put("profile", profile));

            var request = RawRequest.of("GET", PROFILE).header("X-Api-Key", ServiceLaunch.OPERATOR_KEY);
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
                return RawHttp.exchange(both.at(side.other()).url(), request)
                        .text()
                        .contains(profile);
            });
        }
    }

    private static Tenant newTenant(Side side) {
        return Tenant.at(both.at(side), both.database());
    }

    private static List<RawResponse> atOnce(RawRequest request, int times) {
        var burst = new Burst();
        IntStream.range(0, times)
                .mapToObj(number -> number % 2 == 0 ? both.old() : both.current())
                .forEach(instance -> burst.add(instance.url(), request));
        return burst.send();
    }

    private static String read(Client client, RawResponse placed) {
        return client.send(client.get(placed.header("Location").orElseThrow())).text();
    }

    private static void operator(Side side, String target, JsonObject body) {
        var answer = RawHttp.exchange(
                both.at(side).url(),
                RawRequest.of("PUT", target)
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
    }

    private static void awaitBegun(Purchase purchase) {
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            return both.database().count("SELECT count(*) FROM payments WHERE idempotency_key = ?", purchase.key())
                    == 1;
        });
    }

    private static void assertPaidOnce(Purchase purchase, RawResponse outcome) {
        assertThat(outcome.status()).as(outcome::text).isEqualTo(201);
        assertThat(outcome.text()).contains("\"status\":\"paid\"");
        assertThat(purchase.place().text()).isEqualTo(outcome.text());
        purchase.assertEachAnswerWasOpenOr(outcome);
        assertThat(Sandbox.shared().charges(purchase.orderId())).hasSize(1);
    }
}
