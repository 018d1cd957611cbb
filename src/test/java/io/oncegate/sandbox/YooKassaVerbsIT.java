package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.junit.jupiter.params.provider.ValueSource;

class YooKassaVerbsIT {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok                    | 200    | 1",
                "decline               | 200    | 0",
                "requires_action       | 200    | 0",
                "apply_then_drop       | closed | 1",
                "drop_before_apply     | closed | 0",
                "hang(100)             | closed | 0",
                "hang_then_apply(100)  | 200    | 1",
                "apply_after(60000)    | 200    | 0",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "500_stored            | 500    | 0",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "409_in_flight(100)    | 202    | 0",
                "garbage               | 200    | 1",
                "empty                 | 200    | 1",
                "mismatch_amount       | 200    | 1",
                "mismatch_currency     | 200    | 1",
                "302                   | 302    | 0",
                "slow_body(100)        | 200    | 1",
                "truncated_body        | cut    | 1",
                "close_keepalive       | closed | 0",
                "status_lag(100)       | closed | 1",
                "status_500            | 200    | 1",
                "forget_keys(60000)    | closed | 1",
            })
    void doesAsTold(String verb, String outcome, int charges) {
        assertThat(sandbox.outcome(create("sandbox:" + verb))).isEqualTo(outcome);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    /** What a resend with the same key gets: the truth, and never a second charge. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "apply_then_drop",
                "drop_before_apply",
                "hang(100)",
                "hang_then_apply(100)",
                "500_applied",
                "500_stored",
                "503",
                "429(1)",
                "garbage",
                "empty",
                "302",
                "truncated_body",
                "close_keepalive",
                "status_lag(100)"
            })
    void tellsAResendTheTruth(String verb) {
        var create = create("sandbox:" + verb);
        sandbox.outcome(create);

        assertThat(sandbox.json(create).getString("status")).isEqualTo("succeeded");
        assertThat(sandbox.json(create).getString("status")).isEqualTo("succeeded");

        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void isInFlightForAWhileAndThenExecutes() {
        var create = create("sandbox:409_in_flight(1500)");

        assertThat(sandbox.outcome(create)).isEqualTo("202");
        assertThat(sandbox.outcome(create)).isEqualTo("202");

        await().until(() -> sandbox.outcome(create).equals("200"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void appliesAfterAWhile() {
        var answer = sandbox.json(create("sandbox:apply_after(1500)"));

        assertThat(answer.getString("status")).isEqualTo("pending");
        assertThat(answer.getBoolean("paid")).isFalse();
        assertThat(sandbox.charges(order)).isZero();
        await().until(() -> yookassa.status(answer.getString("id")).equals("succeeded"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
        assertThat(sandbox.json(create("sandbox:apply_after(1500)"))).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"mismatch_amount,100.01,RUB", "mismatch_currency,100.00,EUR"})
    void showsSomethingElseThanWasAskedFor(String verb, String value, String currency) {
        var answer = sandbox.json(create("sandbox:" + verb));

        assertThat(answer.getJsonObject("amount"))
                .isEqualTo(new JsonObject().put("value", value).put("currency", currency));
        assertThat(yookassa.show(answer.getString("id"))).isEqualTo(answer);
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("amount")).isEqualTo("100.00");
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("currency")).isEqualTo("RUB");
    }

    @Test
    void doesNotShowAPaymentWhileStatusesLag() {
        var create = create("sandbox:status_lag(1500)");
        sandbox.outcome(create);
        var id = sandbox.json(create).getString("id");

        assertThat(sandbox.outcome(yookassa.load(id))).isEqualTo("404");
        await().until(() -> sandbox.outcome(yookassa.load(id)).equals("200"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void failsTheNextStatusCallOnly() {
        var id = sandbox.json(create("sandbox:status_500")).getString("id");

        assertThat(sandbox.outcome(yookassa.load(id))).isEqualTo("500");
        assertThat(sandbox.outcome(yookassa.load(id))).isEqualTo("200");
    }

    @Test
    void chargesAgainUnderAKeyItHasForgotten() {
        var create = create("sandbox:forget_keys(1500)");
        sandbox.outcome(create);
        var first = sandbox.json(create).getString("id");

        await().until(() -> !sandbox.json(create).getString("id").equals(first));

        assertThat(sandbox.charges(order)).isEqualTo(2);
    }

    @Test
    void waitsForThePayerAndChargesOnApproval() {
        var payment = sandbox.json(create("sandbox:requires_action"));
        var page = payment.getJsonObject("confirmation")
                .getString("confirmation_url")
                .replace(sandbox.url().toString(), "");

        assertThat(payment.getString("status")).isEqualTo("pending");
        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=approve")))
                .isEqualTo("200");
        assertThat(yookassa.status(payment.getString("id"))).isEqualTo("succeeded");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void chargesNothingWhenThePayerDeclines() {
        var id = sandbox.json(create("sandbox:requires_action")).getString("id");

        sandbox.send(RawRequest.of("POST", "/yookassa/pay/" + id + "?result=decline"));

        assertThat(yookassa.status(id)).isEqualTo("canceled");
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void cancelsAtOnceWhereThePayerCannotReturn() {
        var body = YooKassaCalls.body(order, "sandbox:requires_action");
        body.remove("confirmation");

        var payment = sandbox.json(yookassa.create(key, body));

        assertThat(payment.getString("status")).isEqualTo("canceled");
        assertThat(payment.getJsonObject("cancellation_details").getString("reason"))
                .isEqualTo("3d_secure_failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok                   | 200    | 1 | succeeded",
                "decline              | 200    | 0 | canceled",
                "requires_action      | 200    | 0 | canceled",
                "apply_then_drop      | closed | 1 | succeeded",
                "drop_before_apply    | closed | 0 | waiting_for_capture",
                "hang(100)            | closed | 0 | waiting_for_capture",
                "hang_then_apply(100) | 200    | 1 | succeeded",
                "apply_after(60000)   | 200    | 0 | waiting_for_capture",
                "500_applied          | 500    | 1 | succeeded",
                "500_stored           | 500    | 0 | waiting_for_capture",
                "503                  | 503    | 0 | waiting_for_capture",
                "429(3)               | 429    | 0 | waiting_for_capture",
                "409_in_flight(100)   | 202    | 0 | waiting_for_capture",
                "garbage              | 200    | 1 | succeeded",
                "mismatch_amount      | 200    | 1 | succeeded",
                "302                  | 302    | 0 | waiting_for_capture",
                "truncated_body       | cut    | 1 | succeeded",
                "status_lag(60000)    | closed | 1 | waiting_for_capture",
            })
    void doesAsToldWithTheCaptureOfWhatWasHeldUntold(String verb, String outcome, int charges, String status) {
        var id = yookassa.held(order, key, "sandbox:" + verb);
        assertThat(yookassa.status(id)).isEqualTo("waiting_for_capture");

        assertThat(sandbox.outcome(yookassa.capture(id, key + "-c"))).isEqualTo(outcome);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
        assertThat(yookassa.status(id)).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"apply_then_drop", "drop_before_apply", "500_applied", "503", "409_in_flight(1)", "garbage"})
    void tellsAResentCaptureTheTruth(String verb) {
        var capture = yookassa.capture(yookassa.held(order, key, "sandbox:" + verb), key + "-c");
        sandbox.outcome(capture);
        await().until(() -> sandbox.outcome(capture).equals("200"));

        assertThat(sandbox.json(capture).getString("status")).isEqualTo("succeeded");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void capturesAfterAWhileUnlessItIsCancelledMeanwhile() {
        var cancelled = yookassa.held(order, key, "sandbox:apply_after(1500)");
        var captured = yookassa.held(order + "-2", key + "-2", "sandbox:apply_after(1501)");
        sandbox.send(yookassa.capture(cancelled, key + "-c"));

        assertThat(sandbox.outcome(yookassa.cancel(cancelled, key + "-d"))).isEqualTo("200");
        assertThat(sandbox.outcome(yookassa.capture(captured, key + "-2c"))).isEqualTo("200");

        await().until(() -> yookassa.status(captured).equals("succeeded"));
        assertThat(yookassa.status(cancelled)).isEqualTo("canceled");
        assertThat(sandbox.ledger(order))
                .singleElement()
                .extracting(entry -> ((JsonObject) entry).getString("key"))
                .isEqualTo(key + "-2c");
    }

    @Test
    void capturesNothingTwiceWhereTheKeyIsForgotten() {
        var capture = yookassa.capture(yookassa.held(order, key, "sandbox:forget_keys(100)"), key + "-c");
        sandbox.outcome(capture);

        await().until(() -> sandbox.outcome(capture).equals("400"));

        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    private RawRequest create(String method) {
        return yookassa.create(order, key, method);
    }
}
