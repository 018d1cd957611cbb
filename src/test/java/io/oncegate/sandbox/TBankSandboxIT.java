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
import org.junit.jupiter.params.provider.CsvSource;

class TBankSandboxIT {
    private static final String TERMINAL = "1700000000000DEMO";
    private static final String TOKEN = "0f".repeat(32);

    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;

    private String order;

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
    }

    @Test
    void setsUpAPaymentAndChargesIt() {
        var payment = sandbox.json(init(order + "-2"));

        assertThat(payment.getMap())
                .containsEntry("Success", true)
                .containsEntry("ErrorCode", "0")
                .containsEntry("Status", "NEW")
                .containsEntry("TerminalKey", TERMINAL)
                .containsEntry("OrderId", order + "-2")
                .containsEntry("Amount", 10000)
                .containsKey("PaymentURL");
        assertThat(payment.getString("PaymentId")).matches("\\d+");
        assertThat(sandbox.charges(order)).isZero();

        var charged = sandbox.json(charge(payment.getString("PaymentId"), "rebill"));

        assertThat(charged.getMap()).containsEntry("Success", true).containsEntry("Status", "CONFIRMED");
        var entry = sandbox.ledger(order).getJsonObject(0);
        assertThat(entry.getString("amount")).isEqualTo("10000");
        assertThat(entry.getString("currency")).isEqualTo("RUB");
        assertThat(entry.getValue("key")).isNull();
    }

    @Test
    void takesAnOrderIdOnce() {
        var first = sandbox.json(init(order)).getString("PaymentId");

        var second = sandbox.json(init(order));

        assertThat(second.getMap()).containsEntry("Success", false).containsEntry("ErrorCode", "8");
        assertThat(second.getString("Details")).contains("уже существует");
        assertThat(line(order).getString("PaymentId")).isEqualTo(first);
    }

    @Test
    void doesNotChargeTwice() {
        var payment = payment();
        sandbox.send(charge(payment, "rebill"));

        var second = sandbox.json(charge(payment, "rebill"));

        assertThat(second.getMap())
                .containsEntry("Success", false)
                .containsEntry("ErrorCode", "4")
                .containsEntry("Status", "CONFIRMED");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void doesOneThingAtATimeWithAPayment() {
        var payment = payment();
        try (var first = RawHttp.connect(sandbox.url())) {
            first.send(charge(payment, "sandbox:hang(600000)"));
            await().until(() -> sandbox.array("/__orders").encode().contains("hang(600000)"));

            assertThat(sandbox.outcome(charge(payment, "rebill"))).isEqualTo("409");
            assertThat(sandbox.outcome(call("Cancel", new JsonObject().put("PaymentId", payment))))
                    .isEqualTo("409");
            assertThat(first.hasAnswer()).isFalse();
        }
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void declinesByRejecting() {
        var payment = payment();

        var declined = sandbox.json(charge(payment, "sandbox:decline"));

        assertThat(declined.getMap())
                .containsEntry("Success", false)
                .containsEntry("ErrorCode", "1051")
                .containsEntry("Status", "REJECTED");
        assertThat(line(order).getMap())
                .containsEntry("Success", false)
                .containsEntry("Status", "REJECTED")
                .containsEntry("ErrorCode", "1051");
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void followsTheMethodThatInitWasToldOf() {
        var init = body().put("OrderId", order)
                .put("Amount", 10000)
                .put("DATA", new JsonObject().put("method", "sandbox:decline"));
        var payment = sandbox.json(call("Init", init)).getString("PaymentId");

        assertThat(sandbox.json(charge(payment, "rebill")).getString("Status")).isEqualTo("REJECTED");
    }

    @Test
    void tellsWhatBecameOfAnOrder() {
        var payment = payment();
        assertThat(line(order).getString("Status")).isEqualTo("NEW");
        sandbox.send(charge(payment, "rebill"));

        assertThat(line(order).getMap())
                .containsEntry("PaymentId", payment)
                .containsEntry("Status", "CONFIRMED")
                .containsEntry("Success", true)
                .containsEntry("Amount", 10000)
                .containsKey("RRN");
        assertThat(status(payment)).isEqualTo("CONFIRMED");
    }

    @Test
    void knowsNoOtherOrderOrPayment() {
        var order = sandbox.json(call("CheckOrder", new JsonObject().put("OrderId", this.order)));
        var payment = sandbox.json(call("GetState", new JsonObject().put("PaymentId", "1")));

        assertThat(order.getMap()).containsEntry("Success", false).containsEntry("ErrorCode", "255");
        assertThat(payment.getMap()).containsEntry("Success", false).containsEntry("ErrorCode", "255");
    }

    @Test
    void cancelsWhatIsNewAndRefundsWhatIsPaid() {
        var unpaid = payment();
        var paid = sandbox.json(init(order + "-2")).getString("PaymentId");
        sandbox.send(charge(paid, "rebill"));

        var cancelled = sandbox.json(call("Cancel", new JsonObject().put("PaymentId", unpaid)));
        var refunded = sandbox.json(call("Cancel", new JsonObject().put("PaymentId", paid)));
        var again = sandbox.json(call("Cancel", new JsonObject().put("PaymentId", paid)));

        assertThat(cancelled.getString("Status")).isEqualTo("CANCELED");
        assertThat(refunded.getMap())
                .containsEntry("Status", "REFUNDED")
                .containsEntry("OriginalAmount", 10000)
                .containsEntry("NewAmount", 0);
        assertThat(again.getString("ErrorCode")).isEqualTo("4");
        assertThat(sandbox.ledger(order).stream().map(entry -> ((JsonObject) entry).getString("kind")))
                .containsExactly("charge", "refund");
    }

    @ParameterizedTest
    @CsvSource({"1700revoked," + "0f0f", "1700revoked,", "1700000000000DEMO,0f0f", "1700000000000DEMO,"})
    void letsNobodyInWithoutATokenThatWorks(String terminal, String token) {
        var body = new JsonObject()
                .put("TerminalKey", terminal)
                .put("Token", token)
                .put("OrderId", order)
                .put("Amount", 1);

        var refused = sandbox.send(RawRequest.of("POST", "/tbank/v2/Init").body(body.encode()));

        assertThat(refused.status()).isEqualTo(200);
        assertThat(new JsonObject(refused.text()).getMap())
                .containsEntry("Success", false)
                .containsEntry("ErrorCode", "204");
    }

    @Test
    void letsNoRevokedTerminalIn() {
        var body =
                body().put("TerminalKey", "1700revoked").put("OrderId", order).put("Amount", 1);

        assertThat(sandbox.json(call("Init", body)).getString("ErrorCode")).isEqualTo("204");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1.5", "\"100\""})
    void refusesAnAmountThatIsNoWholeNumberOfKopecks(String amount) {
        var body = new JsonObject("{\"Amount\":%s}".formatted(amount)).put("OrderId", order);

        assertThat(sandbox.json(call("Init", body)).getString("ErrorCode")).isEqualTo("9999");
    }

    @Test
    void refusesAnOrderIdThatIsTooLong() {
        assertThat(sandbox.json(init("o".repeat(37))).getString("ErrorCode")).isEqualTo("9999");
        assertThat(sandbox.json(init("o".repeat(10) + order)).getString("ErrorCode"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok                    | 200    | 1 | CONFIRMED",
                "decline               | 200    | 0 | REJECTED",
                "requires_action       | 200    | 0 | 3DS_CHECKING",
                "apply_then_drop       | closed | 1 | CONFIRMED",
                "drop_before_apply     | closed | 0 | NEW",
                "hang(100)             | closed | 0 | NEW",
                "hang_then_apply(100)  | 200    | 1 | CONFIRMED",
                "apply_after(60000)    | 200    | 0 | AUTHORIZING",
                "500_applied           | 500    | 1 | CONFIRMED",
                "503_applied           | 503    | 1 | CONFIRMED",
                "500_stored            | 500    | 0 | NEW",
                "503                   | 503    | 0 | NEW",
                "429(3)                | 429    | 0 | NEW",
                "409_in_flight(60000)  | 409    | 0 | NEW",
                "garbage               | 200    | 1 | CONFIRMED",
                "empty                 | 200    | 1 | CONFIRMED",
                "mismatch_amount       | 200    | 1 | CONFIRMED",
                "mismatch_currency     | 200    | 1 | CONFIRMED",
                "302                   | 302    | 0 | NEW",
                "slow_body(100)        | 200    | 1 | CONFIRMED",
                "truncated_body        | cut    | 1 | CONFIRMED",
                "close_keepalive       | closed | 0 | NEW",
                "status_lag(60000)     | closed | 1 | NEW",
                "forget_keys(1)        | closed | 1 | CONFIRMED",
            })
    void doesAsTold(String verb, String outcome, int charges, String status) {
        var payment = payment();

        assertThat(sandbox.outcome(charge(payment, "sandbox:" + verb))).isEqualTo(outcome);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
        assertThat(status(payment)).isEqualTo(status);
        assertThat(line(order).getString("Status")).isEqualTo(status);
    }

    @Test
    void appliesWhatIsInFlightByItself() {
        var payment = payment();

        assertThat(sandbox.outcome(charge(payment, "sandbox:409_in_flight(1500)")))
                .isEqualTo("409");
        assertThat(sandbox.outcome(charge(payment, "rebill"))).isEqualTo("409");

        await().until(() -> status(payment).equals("CONFIRMED"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void appliesAfterAWhile() {
        var payment = payment();

        assertThat(sandbox.json(charge(payment, "sandbox:apply_after(1500)")).getString("Status"))
                .isEqualTo("AUTHORIZING");

        await().until(() -> status(payment).equals("CONFIRMED"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void showsAnotherAmountThanWasAskedFor() {
        var payment = payment();

        assertThat(sandbox.json(charge(payment, "sandbox:mismatch_amount")).getInteger("Amount"))
                .isEqualTo(10001);
        assertThat(line(order).getInteger("Amount")).isEqualTo(10001);
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("amount")).isEqualTo("10000");
    }

    @Test
    void failsTheNextStatusCallOnly() {
        var payment = payment();
        sandbox.send(charge(payment, "sandbox:status_500"));

        assertThat(sandbox.outcome(call("CheckOrder", new JsonObject().put("OrderId", order))))
                .isEqualTo("500");
        assertThat(status(payment)).isEqualTo("CONFIRMED");
    }

    @ParameterizedTest
    @CsvSource({"approve,CONFIRMED,1", "decline,REJECTED,0"})
    void waitsForThePayer(String result, String status, int charges) {
        var payment = payment();
        var page = sandbox.json(charge(payment, "sandbox:requires_action"))
                .getString("PaymentURL")
                .replace(sandbox.url().toString(), "");

        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=" + result)))
                .isEqualTo("200");

        assertThat(status(payment)).isEqualTo(status);
        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    private String payment() {
        return sandbox.json(init(order)).getString("PaymentId");
    }

    private static RawRequest init(String reference) {
        return call("Init", new JsonObject().put("OrderId", reference).put("Amount", 10000));
    }

    private static RawRequest charge(String payment, String method) {
        return call("Charge", new JsonObject().put("PaymentId", payment).put("RebillId", method));
    }

    private static JsonObject body() {
        return new JsonObject().put("TerminalKey", TERMINAL).put("Token", TOKEN);
    }

    private static RawRequest call(String method, JsonObject members) {
        return RawRequest.of("POST", "/tbank/v2/" + method)
                .header("Content-Type", "application/json")
                .body(body().mergeIn(members).encode());
    }

    private static String status(String payment) {
        return sandbox.json(call("GetState", new JsonObject().put("PaymentId", payment)))
                .getString("Status");
    }

    /** The one payment of an order. */
    private static JsonObject line(String order) {
        return sandbox.json(call("CheckOrder", new JsonObject().put("OrderId", order)))
                .getJsonArray("Payments")
                .getJsonObject(0);
    }
}
