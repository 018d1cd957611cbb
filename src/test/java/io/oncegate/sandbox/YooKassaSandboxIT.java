package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YooKassaSandboxIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static YooKassaCalls yookassa;

    private String order;
    private String key;

    @BeforeAll
    static void start() {
        sandbox = LiveSandbox.start(temporary);
        yookassa = YooKassaCalls.of(sandbox);
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @BeforeEach
    void takeANewOrder() {
        order = LiveSandbox.newOrder();
        key = "key-" + order;
    }

    @Test
    void chargesOnCreation() {
        var payment = sandbox.json(create("payment-token"));

        assertThat(payment.getMap())
                .containsEntry("status", "succeeded")
                .containsEntry("paid", true)
                .containsEntry("test", true)
                .containsEntry("refundable", true)
                .containsKeys("id", "created_at", "captured_at", "income_amount", "recipient", "metadata");
        assertThat(payment.getJsonObject("amount"))
                .isEqualTo(new JsonObject().put("value", "100.00").put("currency", "RUB"));
        assertThat(yookassa.show(payment.getString("id"))).isEqualTo(payment);
        var charge = sandbox.ledger(order).getJsonObject(0);
        assertThat(charge.getString("amount")).isEqualTo("100.00");
        assertThat(charge.getString("currency")).isEqualTo("RUB");
        assertThat(charge.getString("key")).isEqualTo(key);
    }

    @Test
    void namesTheOrderWithoutItsAttempt() {
        sandbox.send(yookassa.create(order + "-3", key, "payment-token"));

        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void answersAnEqualRequestAlike() {
        var first = sandbox.send(create("payment-token"));
        var second = sandbox.send(create("payment-token"));

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void refusesAKeyUsedWithAnotherBody() {
        sandbox.send(create("payment-token"));

        var other = sandbox.send(create("another-token"));

        assertThat(other.status()).isEqualTo(400);
        assertThat(new JsonObject(other.text()).getMap())
                .containsEntry("type", "error")
                .containsEntry("code", "invalid_request")
                .containsEntry("parameter", "Idempotence-Key")
                .containsKeys("id", "description");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void isStillProcessingWhileTheFirstRuns() {
        try (var first = RawHttp.connect(sandbox.url())) {
            first.send(create("sandbox:hang(600000)"));
            await().until(() -> sandbox.array("/__orders").encode().contains(order));

            var second = sandbox.send(create("sandbox:hang(600000)"));

            assertThat(second.status()).isEqualTo(202);
            assertThat(new JsonObject(second.text()).getMap())
                    .containsEntry("type", "processing")
                    .containsKeys("description", "retry_after");
            assertThat(first.hasAnswer()).isFalse();
        }
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void declinesByCancelling() {
        var declined = sandbox.send(create("sandbox:decline"));

        assertThat(declined.status()).isEqualTo(200);
        var payment = new JsonObject(declined.text());
        assertThat(payment.getString("status")).isEqualTo("canceled");
        assertThat(payment.getJsonObject("cancellation_details").getMap())
                .containsEntry("party", "payment_network")
                .containsEntry("reason", "general_decline");
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void needsAKeyOfAtMost64Characters() {
        var body = YooKassaCalls.body(order, "payment-token").encode();
        var without = RawRequest.of("POST", YooKassaCalls.PAYMENTS)
                .header("Authorization", yookassa.authorization())
                .body(body);

        assertThat(sandbox.json(without).getString("parameter")).isEqualTo("Idempotence-Key");
        assertThat(sandbox.outcome(yookassa.create(order, "k".repeat(65), "payment-token")))
                .isEqualTo("400");
        assertThat(sandbox.outcome(yookassa.create(order, "k".repeat(38) + order, "payment-token")))
                .isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic MTAwNTAwOnJldm9rZWQ=", "Basic MTAwNTAwOg=="})
    void letsNobodyInWithoutASecretThatWorks(String authorization) {
        var refused = sandbox.send(RawRequest.of("POST", YooKassaCalls.PAYMENTS)
                .header("Authorization", authorization)
                .header("Idempotence-Key", key)
                .body(YooKassaCalls.body(order, "payment-token").encode()));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(new JsonObject(refused.text()).getString("code")).isEqualTo("invalid_credentials");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"value\":100,\"currency\":\"RUB\"}", "{\"value\":\"0.00\",\"currency\":\"RUB\"}", "{}"})
    void refusesAnAmountThatIsNoDecimalString(String amount) {
        var body = YooKassaCalls.body(order, "payment-token").put("amount", new JsonObject(amount));

        var refused = sandbox.json(yookassa.create(key, body));

        assertThat(refused.getString("code")).isEqualTo("invalid_request");
        assertThat(refused.getString("parameter")).startsWith("amount");
        assertThat(sandbox.outcome(create("payment-token"))).isEqualTo("200");
    }

    @Test
    void holdsMoneyThatIsNotCapturedAndGivesItBack() {
        var held = yookassa.held(order, key, "payment-token");
        assertThat(yookassa.status(held)).isEqualTo("waiting_for_capture");

        var cancelled = sandbox.json(yookassa.cancel(held, key + "-c"));

        assertThat(cancelled.getString("status")).isEqualTo("canceled");
        assertThat(cancelled.getJsonObject("cancellation_details").getString("reason"))
                .isEqualTo("canceled_by_merchant");
        assertThat(sandbox.ledger(order)).isEmpty();
    }

    @Test
    void doesNotCancelWhatIsPaid() {
        var id = sandbox.json(create("payment-token")).getString("id");

        assertThat(sandbox.outcome(yookassa.cancel(id, key + "-c"))).isEqualTo("400");
        assertThat(yookassa.status(id)).isEqualTo("succeeded");
    }

    @Test
    void capturesWhatIsHeld() {
        var held = yookassa.held(order, key, "payment-token");
        assertThat(sandbox.ledger(order)).isEmpty();

        var captured = sandbox.json(yookassa.capture(held, key + "-c"));

        assertThat(captured.getMap())
                .containsEntry("id", held)
                .containsEntry("status", "succeeded")
                .containsEntry("paid", true)
                .containsEntry("refundable", true)
                .containsKeys("captured_at", "income_amount");
        assertThat(yookassa.show(held)).isEqualTo(captured);
        assertThat(sandbox.ledger(order)).hasSize(1);
        assertThat(sandbox.ledger(order).getJsonObject(0).getMap())
                .containsEntry("key", key + "-c")
                .containsEntry("amount", "100.00")
                .containsEntry("currency", "RUB");
    }

    @Test
    void capturesWhatAPayerHasAllowedToBeHeld() {
        var body = YooKassaCalls.body(order, "").put("capture", false);
        var pending = sandbox.json(yookassa.create(key, body));
        sandbox.send(RawRequest.of("POST", "/yookassa/pay/" + pending.getString("id") + "?result=approve"));

        var captured = sandbox.json(yookassa.capture(pending.getString("id"), key + "-c"));

        assertThat(pending.getString("status")).isEqualTo("pending");
        assertThat(captured.getString("status")).isEqualTo("succeeded");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void answersAnEqualCaptureAlike() {
        var capture = yookassa.capture(yookassa.held(order, key, "payment-token"), key + "-c");

        var first = sandbox.send(capture);
        var second = sandbox.send(capture);

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void capturesUnderAKeyOfItsOwn() {
        var held = yookassa.held(order, key, "payment-token");
        var keyless = RawRequest.of("POST", YooKassaCalls.PAYMENTS + "/" + held + "/capture")
                .header("Authorization", yookassa.authorization());

        assertThat(sandbox.json(keyless).getString("parameter")).isEqualTo("Idempotence-Key");
        assertThat(sandbox.json(yookassa.capture(held, key)).getString("description"))
                .isEqualTo("Idempotence key duplicated");
        assertThat(sandbox.outcome(keyless.header("Idempotence-Key", key + "-c")))
                .isEqualTo("200");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"99.99,RUB", "100.01,RUB", "100.00,EUR"})
    void capturesTheWholeAmountOrNothing(String value, String currency) {
        var held = yookassa.held(order, key, "payment-token");

        var refused = sandbox.send(yookassa.capture(held, key + "-c", amount(value, currency)));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(new JsonObject(refused.text()).getMap())
                .containsEntry("code", "invalid_request")
                .containsEntry("parameter", "amount");
        assertThat(sandbox.ledger(order)).isEmpty();
        assertThat(sandbox.outcome(yookassa.capture(held, key + "-c", amount("100.0", "RUB"))))
                .isEqualTo("200");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"payment-token,succeeded,1", "sandbox:decline,canceled,0", "sandbox:requires_action,pending,0"})
    void capturesNothingThatIsNotHeld(String method, String status, int charges) {
        var id = sandbox.json(create(method)).getString("id");

        var refused = sandbox.send(yookassa.capture(id, key + "-c"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(new JsonObject(refused.text()).getMap())
                .containsEntry("code", "invalid_request")
                .containsEntry("parameter", "payment_id");
        assertThat(yookassa.status(id)).isEqualTo(status);
        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    @Test
    void doesOneThingAtATimeWithAPayment() {
        var held = yookassa.held(order, key, "sandbox:hang_then_apply(1500)");
        try (var first = RawHttp.connect(sandbox.url())) {
            first.send(yookassa.capture(held, key + "-c"));
            await().until(() -> sandbox.array("/__orders").encode().contains("hang_then_apply(1500)"));

            var sameCapture = sandbox.outcome(yookassa.capture(held, key + "-c"));
            var otherCapture = sandbox.outcome(yookassa.capture(held, key + "-d"));
            var cancellation = sandbox.outcome(yookassa.cancel(held, key + "-e"));

            assertThat(List.of(sameCapture, otherCapture, cancellation)).containsOnly("202");
            assertThat(first.receive().status()).isEqualTo(200);
        }
        assertThat(sandbox.outcome(yookassa.capture(held, key + "-d"))).isEqualTo("400");
        assertThat(sandbox.outcome(yookassa.cancel(held, key + "-e"))).isEqualTo("400");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void listsTheNewestFirst() {
        sandbox.send(create("payment-token"));
        sandbox.send(yookassa.create(order + "-2", key + "-b", "payment-token"));

        var list = sandbox.json(yookassa.list("limit=1&status=succeeded"));
        var next = sandbox.json(yookassa.list("limit=1&cursor=" + list.getString("next_cursor")));

        assertThat(reference(list)).isEqualTo(order + "-2");
        assertThat(reference(next)).isEqualTo(order);
    }

    @Test
    void knowsNoOtherPayment() {
        var unknown = sandbox.send(yookassa.load("216749f7-0016-50be-b000-078d43a63ae4"));

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(new JsonObject(unknown.text()).getString("code")).isEqualTo("not_found");
    }

    private RawRequest create(String method) {
        return yookassa.create(order, key, method);
    }

    private static JsonObject amount(String value, String currency) {
        return new JsonObject()
                .put("amount", new JsonObject().put("value", value).put("currency", currency));
    }

    private static String reference(JsonObject list) {
        return list.getJsonArray("items")
                .getJsonObject(0)
                .getJsonObject("metadata")
                .getString("order_id");
    }
}
