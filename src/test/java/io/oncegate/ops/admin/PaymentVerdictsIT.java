package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ops.admin.Shop.Placed;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator's verdict about a payment makes of the order, its payment, its key and the audit. */
class PaymentVerdictsIT {

    private static Database database;
    private static ServiceProcess service;
    private static Api operator;

    private final Shop shop = Shop.opened(operator, database);
    private final PaymentRows payments = shop.payments();
    private final String externalId = "pi_" + UUID.randomUUID();
    private final String secondExternalId = "pi_" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        // Nothing is remembered of a key's answer: its row is rewritten here.
        service = ServiceLaunch.on(database)
                .with("ONCEGATE_IDEMPOTENCY_CACHE_BYTES", "0")
                .start();
        operator = Api.ofOperator(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @ParameterizedTest
    @CsvSource({
        "succeeded,    paid,           paid,     succeeded,    201",
        "not_executed, payment_failed, failed,   not_executed, 402 payment-not-executed",
        "declined,     payment_failed, failed,   declined,     402 payment-declined",
        "refunded,     payment_failed, refunded, succeeded,    402 payment-not-executed"
    })
    void recordsAnOutcomeAsIfTheProviderHadToldIt(
            String verdict, String orderStatus, String paymentStatus, String attemptStatus, String repeat) {
        // Given
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", null);

        // When
        RawResponse resolved = shop.resolve(attempt, verdict, externalId);

        // Then
        assertThat(outcome(resolved)).isEqualTo("204");
        JsonObject now = shop.read(order);
        assertThat(now.getString("status")).isEqualTo(orderStatus);
        assertThat(now.getJsonObject("payment").getString("status")).isEqualTo(paymentStatus);
        assertThat(payments.statusOf(attempt)).isEqualTo(attemptStatus);
        RawResponse repeated = shop.repeat(order);
        assertThat(outcome(repeated)).isEqualTo(repeat);
        assertThat(repeated.header("Idempotent-Replayed")).contains("true");
        assertThat(json(repeated).getString("order_id")).isEqualTo(order.id());
    }

    @ParameterizedTest
    @CsvSource({
        "succeeded,    paid,           succeeded",
        "not_executed, payment_failed, failed_final",
        "declined,     payment_failed, failed_final",
        "refunded,     payment_failed, failed_final"
    })
    void takesAnOrderOutOfReview(String verdict, String orderStatus, String keyStatus) {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "review", externalId);
        payments.review(order.id());

        assertThat(outcome(shop.resolve(attempt, verdict, externalId))).isEqualTo("204");

        assertThat(shop.listed("review")).isEmpty();
        assertThat(payments.everythingAbout(order.id()))
                .containsEntry("order_status", orderStatus)
                .containsEntry("key_status", keyStatus)
                .containsEntry("external_ids", externalId);
    }

    @Test
    void answersARepeatWithTheOrderThatIsPaid() {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", null);

        assertThat(outcome(shop.resolve(attempt, "succeeded", externalId))).isEqualTo("204");

        RawResponse repeated = shop.repeat(order);
        assertThat(repeated.header("Location")).contains("/v1/orders/" + order.id());
        assertThat(json(repeated)).isEqualTo(shop.read(order));
        assertThat(json(repeated).getJsonObject("payment"))
                .isEqualTo(new JsonObject()
                        .put("status", "paid")
                        .put("account", PaymentRows.ACCOUNT)
                        .put("external_id", externalId));
        Map<String, Object> all = payments.everythingAbout(order.id());
        assertThat(all)
                .containsEntry("external_id_held", order.reference())
                .containsEntry("external_ids", externalId)
                .containsEntry("response_code", 201);
        assertThat(all.get("expires_at")).isNotNull();
    }

    @Test
    void answersARepeatWithTheRefusalAndLetsTheReferenceGo() {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", externalId);

        assertThat(outcome(shop.resolve(attempt, "declined", null))).isEqualTo("204");

        RawResponse repeated = shop.repeat(order);
        assertThat(repeated.header("Content-Type")).contains("application/problem+json");
        assertThat(repeated.header("Location")).isEmpty();
        assertThat(json(repeated).getString("reason")).isEqualTo("operator");
        assertThat(json(repeated).getString("instance")).isEqualTo(PaymentRows.REQUEST);
        assertThat(json(repeated).getString("next_key")).isEqualTo("new");
        Map<String, Object> all = payments.everythingAbout(order.id());
        assertThat(all).containsEntry("external_id_held", null).containsEntry("response_code", 402);
        assertThat(all.get("expires_at")).isNotNull();
    }

    @Test
    void writesIntoTheAuditWhatItWasAndWhy() {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", null);
        payments.leaveToAnOperator(attempt, "not_known_in_time");

        assertThat(outcome(shop.resolve(attempt, "succeeded", externalId))).isEqualTo("204");

        List<JsonObject> resolutions = shop.resolutions();
        assertThat(resolutions).hasSize(1);
        assertThat(resolutions.get(0).getString("actor")).isEqualTo("operator");
        assertThat(resolutions.get(0).getString("subject")).isEqualTo(attempt);
        assertThat(resolutions.get(0).getJsonObject("before"))
                .isEqualTo(new JsonObject()
                        .put("order_id", order.id())
                        .put("status", "review")
                        .put("reason", "not_known_in_time")
                        .putNull("external_id"));
        assertThat(resolutions.get(0).getJsonObject("after"))
                .isEqualTo(new JsonObject()
                        .put("order_id", order.id())
                        .put("status", "succeeded")
                        .put("outcome", "succeeded")
                        .put("external_id", externalId)
                        .put("note", Shop.NOTE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"succeeded", "not_executed", "declined", "refunded"})
    void changesNothingTwice(String verdict) {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", null);
        assertThat(outcome(shop.resolve(attempt, verdict, externalId))).isEqualTo("204");
        Map<String, Object> before = payments.everythingAbout(order.id());

        for (String again : List.of(verdict, "succeeded", "not_executed", "declined", "refunded")) {
            assertThat(outcome(shop.resolve(attempt, again, externalId)))
                    .as(again)
                    .isEqualTo("409 state-conflict");
        }

        assertThat(payments.everythingAbout(order.id())).isEqualTo(before);
        assertThat(shop.resolutions()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"prepared", "sending", "pending", "action_required", "declined", "rejected", "not_executed"})
    void leavesWhatIsOnItsWayOrHasEndedAsItIs(String status) {
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, status, externalId);
        Map<String, Object> before = payments.everythingAbout(order.id());

        assertThat(outcome(shop.resolve(attempt, "not_executed", null))).isEqualTo("409 state-conflict");

        assertThat(payments.everythingAbout(order.id())).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"succeeded, paid, paid", "refunded, payment_failed, refunded", "declined, payment_failed, failed"})
    void settlesASuccessThatCameAfterTheRefusalWithoutTakingTheRefusalBack(
            String verdict, String orderStatus, String paymentStatus) {
        // Given
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", externalId);
        assertThat(outcome(shop.resolve(attempt, "not_executed", null))).isEqualTo("204");
        String refusal = shop.repeat(order).text();
        payments.leaveToAnOperator(attempt, "late_success");
        payments.review(order.id());

        // When
        assertThat(outcome(shop.resolve(attempt, verdict, externalId))).isEqualTo("204");

        // Then
        assertThat(shop.read(order).getString("status")).isEqualTo(orderStatus);
        assertThat(shop.read(order).getJsonObject("payment").getString("status"))
                .isEqualTo(paymentStatus);
        assertThat(shop.repeat(order).text()).isEqualTo(refusal);
        assertThat(payments.everythingAbout(order.id())).containsEntry("external_id_held", null);
    }

    @Test
    void leavesAPaidOrderPaidWhenTheSecondChargeWasGivenBack() {
        // Given
        Placed order = shop.place();
        String first = payments.attempt(order.id(), 1, "unknown", externalId);
        assertThat(outcome(shop.resolve(first, "succeeded", externalId))).isEqualTo("204");
        JsonObject paid = shop.read(order);
        String second = payments.attempt(order.id(), 2, "review", secondExternalId);
        payments.leaveToAnOperator(second, "duplicate_success");

        // When
        RawResponse paidTwice = shop.resolve(second, "succeeded", secondExternalId);
        RawResponse givenBack = shop.resolve(second, "refunded", secondExternalId);

        // Then
        assertThat(outcome(paidTwice)).isEqualTo("409 state-conflict");
        assertThat(outcome(givenBack)).isEqualTo("204");
        assertThat(shop.listed("review")).isEmpty();
        assertThat(shop.read(order)).isEqualTo(paid);
        assertThat(json(shop.repeat(order))).isEqualTo(paid);
        assertThat(paid.getJsonObject("payment").getString("external_id")).isEqualTo(externalId);
        assertThat(shop.resolutions()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"succeeded, paid, 201", "refunded, payment_failed, 402 payment-not-executed"})
    void settlesTwoChargesInReviewOneAfterTheOther(String verdict, String orderStatus, String repeat) {
        // Given
        Placed order = shop.place();
        String first = payments.attempt(order.id(), 1, "review", externalId);
        String second = payments.attempt(order.id(), 2, "review", secondExternalId);
        payments.leaveToAnOperator(first, "late_success");
        payments.leaveToAnOperator(second, "duplicate_success");
        payments.review(order.id());

        // When
        RawResponse tooEarly = shop.resolve(first, "succeeded", externalId);
        RawResponse givenBack = shop.resolve(second, "refunded", secondExternalId);
        String between = shop.read(order).getString("status");
        RawResponse decided = shop.resolve(first, verdict, externalId);

        // Then
        assertThat(List.of(outcome(tooEarly), outcome(givenBack), outcome(decided)))
                .containsExactly("409 state-conflict", "204", "204");
        assertThat(between).isEqualTo("payment_review");
        assertThat(shop.read(order).getString("status")).isEqualTo(orderStatus);
        assertThat(shop.read(order).getJsonObject("payment").getString("external_id"))
                .isEqualTo(externalId);
        assertThat(outcome(shop.repeat(order))).isEqualTo(repeat);
    }

    @Test
    void takesNoExternalIdOfAnotherOrder() {
        String others = payments.attempt(shop.place().id(), 1, "unknown", null);
        assertThat(outcome(shop.resolve(others, "succeeded", externalId))).isEqualTo("204");
        Placed order = shop.place();
        String attempt = payments.attempt(order.id(), 1, "unknown", null);
        Map<String, Object> before = payments.everythingAbout(order.id());

        assertThat(outcome(shop.resolve(attempt, "succeeded", externalId))).isEqualTo("409 state-conflict");

        assertThat(payments.everythingAbout(order.id())).isEqualTo(before);
    }
}
