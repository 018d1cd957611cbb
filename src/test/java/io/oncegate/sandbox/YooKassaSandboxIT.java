package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YooKassaSandboxIT {
    private static final String PAYMENTS = "/yookassa/v3/payments";

    /** {@code 100500:secret}. */
    private static final String SHOP = "Basic MTAwNTAwOnNlY3JldA==";

    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;

    private String order;
    private String key;

    @BeforeAll
    static void start() {
        sandbox = LiveSandbox.start(temporary);
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
        assertThat(show(payment.getString("id"))).isEqualTo(payment);
        var charge = sandbox.ledger(order).getJsonObject(0);
        assertThat(charge.getString("amount")).isEqualTo("100.00");
        assertThat(charge.getString("currency")).isEqualTo("RUB");
        assertThat(charge.getString("key")).isEqualTo(key);
    }

    @Test
    void namesTheOrderWithoutItsAttempt() {
        sandbox.send(create(order + "-3", key, "payment-token"));

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
        var body = body(order, "payment-token").encode();
        var without =
                RawRequest.of("POST", PAYMENTS).header("Authorization", SHOP).body(body);

        assertThat(sandbox.json(without).getString("parameter")).isEqualTo("Idempotence-Key");
        assertThat(sandbox.outcome(create(order, "k".repeat(65), "payment-token")))
                .isEqualTo("400");
        assertThat(sandbox.outcome(create(order, "k".repeat(38) + order, "payment-token")))
                .isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic MTAwNTAwOnJldm9rZWQ=", "Basic MTAwNTAwOg=="})
    void letsNobodyInWithoutASecretThatWorks(String authorization) {
        var refused = sandbox.send(RawRequest.of("POST", PAYMENTS)
                .header("Authorization", authorization)
                .header("Idempotence-Key", key)
                .body(body(order, "payment-token").encode()));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(new JsonObject(refused.text()).getString("code")).isEqualTo("invalid_credentials");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"value\":100,\"currency\":\"RUB\"}", "{\"value\":\"0.00\",\"currency\":\"RUB\"}", "{}"})
    void refusesAnAmountThatIsNoDecimalString(String amount) {
        var body = body(order, "payment-token").put("amount", new JsonObject(amount));

        var refused = sandbox.json(post(PAYMENTS, key, body));

        assertThat(refused.getString("code")).isEqualTo("invalid_request");
        assertThat(refused.getString("parameter")).startsWith("amount");
        assertThat(sandbox.outcome(create("payment-token"))).isEqualTo("200");
    }

    @Test
    void holdsMoneyThatIsNotCapturedAndGivesItBack() {
        var held = sandbox.json(post(PAYMENTS, key, body(order, "payment-token").put("capture", false)));
        assertThat(held.getString("status")).isEqualTo("waiting_for_capture");

        var cancelled =
                sandbox.json(post(PAYMENTS + "/" + held.getString("id") + "/cancel", key + "-c", new JsonObject()));

        assertThat(cancelled.getString("status")).isEqualTo("canceled");
        assertThat(cancelled.getJsonObject("cancellation_details").getString("reason"))
                .isEqualTo("canceled_by_merchant");
        assertThat(sandbox.ledger(order)).isEmpty();
    }

    @Test
    void doesNotCancelWhatIsPaid() {
        var id = sandbox.json(create("payment-token")).getString("id");

        assertThat(sandbox.outcome(post(PAYMENTS + "/" + id + "/cancel", key + "-c", new JsonObject())))
                .isEqualTo("400");
        assertThat(show(id).getString("status")).isEqualTo("succeeded");
    }

    @Test
    void listsTheNewestFirst() {
        sandbox.send(create("payment-token"));
        sandbox.send(create(order + "-2", key + "-b", "payment-token"));

        var list = sandbox.json(get(PAYMENTS + "?limit=1&status=succeeded"));
        var next = sandbox.json(get(PAYMENTS + "?limit=1&cursor=" + list.getString("next_cursor")));

        assertThat(reference(list)).isEqualTo(order + "-2");
        assertThat(reference(next)).isEqualTo(order);
    }

    @Test
    void knowsNoOtherPayment() {
        var unknown = sandbox.send(get(PAYMENTS + "/216749f7-0016-50be-b000-078d43a63ae4"));

        assertThat(unknown.status()).isEqualTo(404);
        assertThat(new JsonObject(unknown.text()).getString("code")).isEqualTo("not_found");
    }

    private RawRequest create(String method) {
        return create(order, key, method);
    }

    private static RawRequest create(String reference, String key, String method) {
        return post(PAYMENTS, key, body(reference, method));
    }

    private static RawRequest post(String path, String key, JsonObject body) {
        return RawRequest.of("POST", path)
                .header("Authorization", SHOP)
                .header("Content-Type", "application/json")
                .header("Idempotence-Key", key)
                .body(body.encode());
    }

    private static RawRequest get(String path) {
        return RawRequest.of("GET", path).header("Authorization", SHOP);
    }

    private static JsonObject body(String reference, String method) {
        return new JsonObject()
                .put("amount", new JsonObject().put("value", "100.00").put("currency", "RUB"))
                .put("capture", true)
                .put("payment_token", method)
                .put(
                        "confirmation",
                        new JsonObject().put("type", "redirect").put("return_url", "https://shop.example/back"))
                .put("metadata", new JsonObject().put("order_id", reference));
    }

    private static JsonObject show(String id) {
        return sandbox.json(get(PAYMENTS + "/" + id));
    }

    private static String reference(JsonObject list) {
        return list.getJsonArray("items")
                .getJsonObject(0)
                .getJsonObject("metadata")
                .getString("order_id");
    }
}
