package io.oncegate.sandbox;

import static io.oncegate.sandbox.StripeCalls.confirm;
import static io.oncegate.sandbox.StripeCalls.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeVerbsIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static StripeCalls stripe;

    private String order;
    private String key;

    @BeforeAll
    static void start() {
        sandbox = LiveSandbox.start(temporary);
        stripe = new StripeCalls(sandbox);
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
                "decline               | 402    | 0",
                "requires_action       | 200    | 0",
                "apply_then_drop       | closed | 1",
                "drop_before_apply     | closed | 0",
                "hang(100)             | closed | 0",
                "hang_then_apply(100)  | 200    | 1",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "500_stored            | 500    | 0",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "409_in_flight(100)    | 409    | 0",
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
        var intent = stripe.intent(order);

        assertThat(sandbox.outcome(confirm(intent, key, "sandbox:" + verb))).isEqualTo(outcome);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    /** What a resend with the same key gets once the first request is over, and what has been charged then. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apply_then_drop      | 200 | 1",
                "drop_before_apply    | 200 | 1",
                "hang(100)            | 200 | 1",
                "hang_then_apply(100) | 200 | 1",
                "500_applied          | 500 | 1",
                "503_applied          | 503 | 1",
                "500_stored           | 500 | 0",
                "503                  | 200 | 1",
                "429(1)               | 200 | 1",
                "garbage              | 200 | 1",
                "empty                | 200 | 1",
                "302                  | 200 | 1",
                "truncated_body       | 200 | 1",
                "close_keepalive      | 200 | 1",
                "status_lag(100)      | 200 | 1",
            })
    void answersAResend(String verb, int status, int charges) {
        var confirm = confirm(stripe.intent(order), key, "sandbox:" + verb);
        sandbox.outcome(confirm);

        assertThat(sandbox.send(confirm).status()).isEqualTo(status);
        assertThat(sandbox.send(confirm).status()).isEqualTo(status);

        assertThat(sandbox.charges(order)).isEqualTo(charges);
    }

    @Test
    void tellsWhenToComeAgain() {
        var intent = stripe.intent(order);

        assertThat(sandbox.send(confirm(intent, key, "sandbox:429(7)")).header("Retry-After"))
                .contains("7");
        assertThat(sandbox.send(confirm(intent, key + "-b", "sandbox:503")).header("Retry-After"))
                .contains("1");
    }

    @Test
    void keepsAFailureUnderItsKeyWhileTheIntentShowsTheTruth() {
        var applied = stripe.intent(order);
        sandbox.send(confirm(applied, key, "sandbox:500_applied"));
        var unapplied = stripe.intent(order + "-2");
        sandbox.send(confirm(unapplied, key + "-b", "sandbox:500_stored"));

        assertThat(stripe.status(applied)).isEqualTo("succeeded");
        assertThat(stripe.status(unapplied)).isEqualTo("requires_payment_method");
        assertThat(sandbox.send(confirm(unapplied, key + "-b", "sandbox:500_stored"))
                        .header("Idempotent-Replayed"))
                .contains("true");
    }

    @Test
    void appliesAfterAWhile() {
        var intent = stripe.intent(order);

        var answer = sandbox.json(confirm(intent, key, "sandbox:apply_after(1500)"));

        assertThat(answer.getString("status")).isEqualTo("processing");
        assertThat(sandbox.charges(order)).isZero();
        await().until(() -> stripe.status(intent).equals("succeeded"));
        assertThat(sandbox.charges(order)).isEqualTo(1);
        assertThat(sandbox.json(confirm(intent, key, "sandbox:apply_after(1500)")))
                .isEqualTo(answer);
    }

    @Test
    void takesNothingFromAPendingIntentThatWasCancelled() {
        var intent = stripe.intent(order);
        var confirm = confirm(intent, key, "sandbox:apply_after(1500)");
        var later = confirm(stripe.intent(order + "-2"), key + "-b", "sandbox:apply_after(1501)");
        sandbox.send(confirm);

        sandbox.send(post(StripeCalls.INTENTS + "/" + intent + "/cancel", key + "-c"));
        sandbox.send(later);

        await().until(() -> sandbox.charges(order) > 0);
        assertThat(stripe.status(intent)).isEqualTo("canceled");
        assertThat(sandbox.charges(order)).isEqualTo(1);
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("key")).isEqualTo(key + "-b");
    }

    @Test
    void isInFlightForAWhileAndThenExecutes() {
        var confirm = confirm(stripe.intent(order), key, "sandbox:409_in_flight(1500)");

        assertThat(error(sandbox.send(confirm)).getString("code")).isEqualTo("idempotency_key_in_use");
        assertThat(sandbox.send(confirm).status()).isEqualTo(409);

        await().until(() -> sandbox.send(confirm).status() == 200);
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void appliesForAClientThatHasLeft() {
        var intent = stripe.intent(order);
        RawHttp.connect(sandbox.url())
                .send(confirm(intent, key, "sandbox:hang_then_apply(300)"))
                .hangUp();

        await().until(() -> sandbox.charges(order) == 1);
        assertThat(stripe.status(intent)).isEqualTo("succeeded");
    }

    @ParameterizedTest
    @CsvSource({"mismatch_amount,1001,usd", "mismatch_currency,1000,eur"})
    void showsSomethingElseThanWasAskedFor(String verb, int amount, String currency) {
        var intent = stripe.intent(order);

        var answer = sandbox.json(confirm(intent, key, "sandbox:" + verb));

        assertThat(answer.getInteger("amount")).isEqualTo(amount);
        assertThat(answer.getString("currency")).isEqualTo(currency);
        assertThat(stripe.state(intent)).isEqualTo(answer);
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("amount")).isEqualTo("1000");
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("currency")).isEqualTo("usd");
    }

    @Test
    void showsAnIntentAsItWasWhileStatusesLag() {
        var intent = stripe.intent(order);

        sandbox.outcome(confirm(intent, key, "sandbox:status_lag(1500)"));

        assertThat(sandbox.charges(order)).isEqualTo(1);
        assertThat(stripe.status(intent)).isEqualTo("requires_payment_method");
        await().until(() -> stripe.status(intent).equals("succeeded"));
    }

    @Test
    void failsTheNextStatusCallOnly() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "sandbox:status_500"));

        assertThat(sandbox.send(StripeCalls.get(StripeCalls.INTENTS + "/" + intent))
                        .status())
                .isEqualTo(500);
        assertThat(stripe.status(intent)).isEqualTo("succeeded");
    }

    @Test
    void forgetsAKey() {
        var charge = post(
                "/stripe/v1/charges",
                key,
                "amount=1000",
                "currency=usd",
                "source=sandbox:forget_keys(1500)",
                "metadata[order_id]=" + order);
        sandbox.outcome(charge);
        assertThat(sandbox.send(charge).header("Idempotent-Replayed")).contains("true");

        await().until(() -> sandbox.send(charge).header("Idempotent-Replayed").isEmpty());

        assertThat(sandbox.charges(order)).isEqualTo(2);
    }

    @Test
    void sendsNoReadableAnswer() {
        var garbage = sandbox.send(confirm(stripe.intent(order), key, "sandbox:garbage"));
        var empty = sandbox.send(confirm(stripe.intent(order + "-2"), key + "-b", "sandbox:empty"));

        assertThat(garbage.text()).doesNotStartWith("{");
        assertThat(empty.body()).isEmpty();
    }

    @Test
    void dribblesTheBody() {
        var intent = stripe.intent(order);
        var begun = System.nanoTime();
        try (var connection = RawHttp.connect(sandbox.url()).send(confirm(intent, key, "sandbox:slow_body(2000)"))) {
            var arriving = connection.awaitFirstByte();
            var headAfter = Duration.ofNanos(System.nanoTime() - begun);
            var answer = arriving.receive();
            var wholeAfter = Duration.ofNanos(System.nanoTime() - begun);

            assertThat(new JsonObject(answer.text()).getString("status")).isEqualTo("succeeded");
            assertThat(headAfter).isLessThan(wholeAfter.minusMillis(500));
            assertThat(wholeAfter).isGreaterThan(Duration.ofMillis(1900));
        }
    }

    @Test
    void dropsWithoutAByte() {
        var intent = stripe.intent(order);
        try (var connection = RawHttp.connect(sandbox.url()).send(confirm(intent, key, "sandbox:apply_then_drop"))) {
            assertThat(connection.isClosedByServer()).isTrue();
        }
    }

    @Test
    void redirectsToWhereRequestsAreOnlyCounted() {
        var answer = sandbox.send(confirm(stripe.intent(order), key, "sandbox:302"));
        var elsewhere = answer.header("Location").orElseThrow();

        assertThat(sandbox.send(RawRequest.of("GET", elsewhere)).status()).isEqualTo(404);
        assertThat(sandbox.array("/__requests"))
                .anySatisfy(request ->
                        assertThat(((JsonObject) request).getString("uri")).isEqualTo(elsewhere));
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void waitsForThePayerAndChargesOnApproval() {
        var intent = stripe.intent(order);
        var action =
                sandbox.json(confirm(intent, key, "sandbox:requires_action")).getJsonObject("next_action");
        var redirect = action.getJsonObject("redirect_to_url");
        var page = redirect.getString("url").replace(sandbox.url().toString(), "");

        assertThat(action.getString("type")).isEqualTo("redirect_to_url");
        assertThat(redirect.getString("return_url")).isEqualTo("https://shop.example/back");
        assertThat(sandbox.send(RawRequest.of("GET", page)).text()).contains("Approve");
        assertThat(sandbox.outcome(RawRequest.of("POST", page))).isEqualTo("400");
        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=approve")))
                .isEqualTo("200");
        assertThat(sandbox.outcome(RawRequest.of("POST", page + "?result=approve")))
                .isEqualTo("409");
        assertThat(stripe.status(intent)).isEqualTo("succeeded");
        assertThat(sandbox.ledger(order).getJsonObject(0).getString("key")).isEqualTo(key);
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void chargesNothingWhenThePayerDeclines() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "sandbox:requires_action"));

        sandbox.send(RawRequest.of("POST", "/stripe/pay/" + intent + "?result=decline"));

        assertThat(stripe.status(intent)).isEqualTo("requires_payment_method");
        assertThat(stripe.state(intent).getJsonObject("last_payment_error").getString("code"))
                .isEqualTo("payment_intent_authentication_failure");
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void letsThePayerWaitWhileAnotherConfirmationRuns() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "sandbox:requires_action,hang_then_apply(1500)"));
        try (var second = RawHttp.connect(sandbox.url())) {
            second.send(confirm(intent, key + "-b", "sandbox:requires_action,hang_then_apply(1500)"));
            await().until(() -> callsFor(order) == 3);

            var approval = sandbox.outcome(RawRequest.of("POST", "/stripe/pay/" + intent + "?result=approve"));

            assertThat(approval).isEqualTo("409");
            assertThat(second.receive().status()).isEqualTo(200);
        }
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"ok,402", "apply_then_drop,closed", "apply_after(100),200", "requires_action,200"})
    void chargesNothingToACardThatIsAlwaysDeclined(String verb, String outcome) {
        var intent = stripe.intent(order);
        sandbox.script(new JsonObject().put("reference", order), verb);

        assertThat(sandbox.outcome(confirm(intent, key, "pm_card_chargeDeclined")))
                .isEqualTo(outcome);
        sandbox.outcome(RawRequest.of("POST", "/stripe/pay/" + intent + "?result=approve"));

        await().until(() -> stripe.status(intent).equals("requires_payment_method"));
        assertThat(stripe.state(intent).getJsonObject("last_payment_error").getString("code"))
                .isEqualTo("card_declined");
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void hasNoPageForAPayerWhoCannotReturn() {
        var intent = sandbox.json(post(StripeCalls.INTENTS, "create-" + key, "amount=1000", "currency=usd"))
                .getString("id");

        var answer = sandbox.json(confirm(intent, key, "sandbox:requires_action"));

        assertThat(answer.getJsonObject("next_action").getString("type")).isEqualTo("use_stripe_sdk");
    }

    private static int callsFor(String order) {
        return sandbox.array("/__orders").stream()
                .map(JsonObject.class::cast)
                .filter(line -> line.getString("reference").equals(order))
                .mapToInt(line -> line.getInteger("calls"))
                .sum();
    }

    private static JsonObject error(RawResponse response) {
        return new JsonObject(response.text()).getJsonObject("error");
    }
}
