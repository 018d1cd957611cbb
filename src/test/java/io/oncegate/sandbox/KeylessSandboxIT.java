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
import org.junit.jupiter.params.provider.ValueSource;

class KeylessSandboxIT {
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
    void chargesAsOftenAsItIsCalled() {
        var first = sandbox.json(charge("card"));
        var second = sandbox.json(charge("card"));

        assertThat(first.getMap())
                .containsEntry("status", "succeeded")
                .containsEntry("reference", order)
                .containsEntry("amount", 1000)
                .containsEntry("currency", "EUR");
        assertThat(second.getString("id")).isNotEqualTo(first.getString("id"));
        assertThat(sandbox.charges(order)).isEqualTo(2);
        var entry = sandbox.ledger(order).getJsonObject(0);
        assertThat(entry.getValue("key")).isNull();
        assertThat(entry.getString("amount")).isEqualTo("1000");
        assertThat(entry.getString("currency")).isEqualTo("EUR");
    }

    @Test
    void declines() {
        var declined = sandbox.send(charge("sandbox:decline"));

        assertThat(declined.status()).isEqualTo(200);
        assertThat(new JsonObject(declined.text()).getMap())
                .containsEntry("status", "declined")
                .containsEntry("reason", "card_declined");
        assertThat(sandbox.charges(order)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{",
                "{\"amount\":1,\"currency\":\"EUR\",\"method\":\"card\"}",
                "{\"reference\":\"r\",\"amount\":\"1\",\"currency\":\"EUR\",\"method\":\"card\"}",
                "{\"reference\":\"r\",\"amount\":1,\"currency\":\"EURO\",\"method\":\"card\"}",
                "{\"reference\":\"r\",\"amount\":1,\"currency\":\"EUR\"}",
                "{\"reference\":\"r\",\"amount\":1,\"currency\":\"EUR\",\"method\":\"sandbox:nonsense\"}"
            })
    void refusesWhatItCannotRead(String body) {
        assertThat(sandbox.outcome(RawRequest.of("POST", "/keyless/charge").body(body)))
                .isEqualTo("422");
    }

    @Test
    void refusesARevokedToken() {
        var charge = RawRequest.of("POST", "/keyless/charge")
                .header("Authorization", "Bearer revoked")
                .body(body("card").encode());

        assertThat(sandbox.outcome(charge)).isEqualTo("401");
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
                "apply_after(60000)    | 202    | 0",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "500_stored            | 500    | 0",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "409_in_flight(60000)  | 409    | 0",
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
                "forget_keys(1)        | closed | 1",
            })
    void doesAsTold(String verb, String outcome, int charges) {
        assertThat(sandbox.outcome(charge("sandbox:" + verb))).isEqualTo(outcome);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    @ParameterizedTest
    @CsvSource({"apply_after(1500),202", "409_in_flight(1500),409"})
    void chargesByItselfAfterAWhile(String verb, String outcome) {
        assertThat(sandbox.outcome(charge("sandbox:" + verb))).isEqualTo(outcome);
        assertThat(sandbox.charges(order)).isZero();

        await().until(() -> sandbox.charges(order) == 1);
    }

    @Test
    void chargesForAClientThatHasLeft() {
        RawHttp.connect(sandbox.url())
                .send(charge("sandbox:hang_then_apply(300)"))
                .hangUp();

        await().until(() -> sandbox.charges(order) == 1);
    }

    @ParameterizedTest
    @CsvSource({"mismatch_amount,1001,EUR", "mismatch_currency,1000,USD"})
    void showsSomethingElseThanWasAskedFor(String verb, int amount, String currency) {
        var answer = sandbox.json(charge("sandbox:" + verb));

        assertThat(answer.getInteger("amount")).isEqualTo(amount);
        assertThat(answer.getString("currency")).isEqualTo(currency);
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("amount")).isEqualTo("1000");
    }

    @ParameterizedTest
    @CsvSource({"approve,1", "decline,0"})
    void waitsForThePayer(String result, int charges) {
        var answer = sandbox.json(charge("sandbox:requires_action"));
        var page = answer.getString("redirect_url").replace(sandbox.url().toString(), "");

        assertThat(answer.getString("status")).isEqualTo("action_required");
        assertThat(sandbox.charges(order)).isZero();
        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=" + result)))
                .isEqualTo("200");
        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=" + result)))
                .isEqualTo("409");
        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    @Test
    void takesAListOfVerbsInTurn() {
        var charge = charge("sandbox:drop_before_apply,503,decline");

        assertThat(sandbox.outcome(charge)).isEqualTo("closed");
        assertThat(sandbox.outcome(charge)).isEqualTo("503");
        assertThat(sandbox.json(charge).getString("status")).isEqualTo("declined");
        assertThat(sandbox.json(charge).getString("status")).isEqualTo("succeeded");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    private RawRequest charge(String method) {
        return RawRequest.of("POST", "/keyless/charge")
                .header("Content-Type", "application/json")
                .body(body(method).encode());
    }

    private JsonObject body(String method) {
        return new JsonObject()
                .put("reference", order)
                .put("amount", 1000)
                .put("currency", "EUR")
                .put("method", method);
    }
}
