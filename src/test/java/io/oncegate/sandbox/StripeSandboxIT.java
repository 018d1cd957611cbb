package io.oncegate.sandbox;

import static io.oncegate.sandbox.StripeCalls.confirm;
import static io.oncegate.sandbox.StripeCalls.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeSandboxIT {
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

    @Test
    void writesAChargeAsItWasReceived() {
        var intent = stripe.intent(order + "-2");

        assertThat(sandbox.send(confirm(intent, key, "pm_card_visa")).status()).isEqualTo(200);

        var entry = sandbox.ledger(order).getJsonObject(0);
        assertThat(entry.getMap())
                .containsEntry("kind", "charge")
                .containsEntry("dialect", "stripe")
                .containsEntry("key", key)
                .containsEntry("reference", order)
                .containsEntry("amount", "1000")
                .containsEntry("currency", "usd");
    }

    @Test
    void showsAnIntentWithTheFieldsOfTheRealOne() {
        var intent = stripe.intent(order);

        assertThat(stripe.state(intent).getMap())
                .containsEntry("object", "payment_intent")
                .containsEntry("status", "requires_payment_method")
                .containsEntry("amount_received", 0)
                .containsEntry("livemode", false)
                .containsEntry("latest_charge", null);
        var succeeded = sandbox.json(confirm(intent, key, "pm_card_visa"));
        assertThat(succeeded.getMap())
                .containsEntry("status", "succeeded")
                .containsEntry("amount_received", 1000)
                .containsEntry("payment_method", "pm_card_visa");
        var charge = sandbox.json(StripeCalls.get("/stripe/v1/charges/" + succeeded.getString("latest_charge")));
        assertThat(charge.getMap())
                .containsEntry("paid", true)
                .containsEntry("amount", 1000)
                .containsEntry("payment_intent", intent);
    }

    @Test
    void replaysTheFirstAnswer() {
        var intent = stripe.intent(order);
        var first = sandbox.send(confirm(intent, key, "pm_card_visa"));

        var second = sandbox.send(confirm(intent, key, "pm_card_visa"));

        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        assertThat(second.header("Request-Id")).isPresent().isNotEqualTo(first.header("Request-Id"));
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void namesTheRequestWhoseAnswerAReplayIs() {
        var intent = stripe.intent(order);

        var first = sandbox.send(confirm(intent, key, "pm_card_visa"));
        var second = sandbox.send(confirm(intent, key, "pm_card_visa"));

        assertThat(first.headers("Original-Request")).containsExactlyElementsOf(first.headers("Request-Id"));
        assertThat(second.headers("Original-Request")).containsExactlyElementsOf(first.headers("Request-Id"));
        assertThat(second.headers("Request-Id")).hasSize(1).doesNotContainSequence(first.headers("Request-Id"));
    }

    @Test
    void tellsTheKeyAndTheVersionThatItAnswersBy() {
        var create = StripeCalls.create(order).header("Stripe-Version", "2023-10-16");

        var created = sandbox.send(create);
        var unversioned = sandbox.send(post(StripeCalls.INTENTS, key, "amount=1000"));
        var asked = sandbox.send(StripeCalls.get(StripeCalls.INTENTS));

        assertThat(created.headers("Stripe-Version")).containsExactly("2023-10-16");
        assertThat(created.headers("Idempotency-Key")).containsExactly("create-" + order);
        assertThat(unversioned.status()).isEqualTo(400);
        assertThat(unversioned.headers("Stripe-Version"))
                .singleElement()
                .asString()
                .matches("\\d{4}-\\d\\d-\\d\\d");
        assertThat(unversioned.headers("Idempotency-Key")).containsExactly(key);
        assertThat(asked.header("Idempotency-Key")).isEmpty();
    }

    @Test
    void refusesAKeyUsedWithOtherParameters() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "pm_card_visa"));

        var other = sandbox.send(confirm(intent, key, "pm_card_mastercard"));

        assertThat(other.status()).isEqualTo(400);
        assertThat(error(other).getString("type")).isEqualTo("idempotency_error");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void refusesAKeyUsedForAnotherPath() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "pm_card_visa"));

        var other = sandbox.send(post(StripeCalls.INTENTS + "/" + intent + "/cancel", key));

        assertThat(other.status()).isEqualTo(400);
        assertThat(error(other).getString("type")).isEqualTo("idempotency_error");
        assertThat(error(other).getString("message")).contains("/v1/payment_intents/" + intent + "/cancel");
    }

    @Test
    void chargesOnceHoweverManyComeAtOnce() {
        var confirm = confirm(stripe.intent(order), key, "pm_card_visa");
        var burst = new Burst();
        for (var time = 0; time < 20; time++) {
            burst.add(sandbox.url(), confirm);
        }

        var answers = burst.send();

        assertThat(answers).extracting(RawResponse::status).containsOnly(200);
        assertThat(answers)
                .extracting(RawResponse::text)
                .containsOnly(answers.get(0).text());
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void keepsTheKeysOfAccountsApart() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "pm_card_visa"));
        var ofAnotherAccount = RawRequest.of("POST", StripeCalls.INTENTS)
                .header("Authorization", "Bearer sk_test_2")
                .header("Idempotency-Key", key)
                .body("amount=1&currency=eur");

        assertThat(sandbox.send(ofAnotherAccount).status()).isEqualTo(200);
    }

    @Test
    void tellsOfAKeyInUseAndOfALockedIntent() {
        var intent = stripe.intent(order);
        try (var first = RawHttp.connect(sandbox.url())) {
            first.send(confirm(intent, key, "sandbox:hang(600000)"));
            await().until(() -> callsFor(order) == 2);

            var same = sandbox.send(confirm(intent, key, "sandbox:hang(600000)"));
            var other = sandbox.send(confirm(intent, key + "-b", "pm_card_visa"));

            assertThat(same.status()).isEqualTo(409);
            assertThat(error(same).getString("code")).isEqualTo("idempotency_key_in_use");
            assertThat(other.status()).isEqualTo(429);
            assertThat(error(other).getString("code")).isEqualTo("lock_timeout");
            assertThat(same.header("Stripe-Should-Retry")).contains("true");
            assertThat(other.header("Stripe-Should-Retry")).contains("true");
            assertThat(first.hasAnswer()).isFalse();
        }
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void doesNotKeepWhatFailedValidation() {
        var invalid = sandbox.send(post(StripeCalls.INTENTS, key, "amount=1000"));
        var unknown = sandbox.send(post(StripeCalls.INTENTS, key, "amount=1000", "currency=usd", "nonsense=1"));
        var valid = sandbox.send(post(StripeCalls.INTENTS, key, "amount=1000", "currency=usd"));

        assertThat(error(invalid).getString("code")).isEqualTo("parameter_missing");
        assertThat(error(invalid).getString("param")).isEqualTo("currency");
        assertThat(error(unknown).getString("code")).isEqualTo("parameter_unknown");
        assertThat(valid.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer sk_test_revoked", "Basic c2tfcmV2b2tlZDo="})
    void letsNobodyInWithoutAKeyThatWorks(String authorization) {
        var refused = sandbox.send(RawRequest.of("POST", StripeCalls.INTENTS)
                .header("Authorization", authorization)
                .body("amount=1000&currency=usd"));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(error(refused).getString("type")).isEqualTo("invalid_request_error");
    }

    @Test
    void declinesAndLetsTheIntentBeConfirmedAgain() {
        var intent = stripe.intent(order);

        var declined = sandbox.send(confirm(intent, key, "sandbox:decline"));

        assertThat(declined.status()).isEqualTo(402);
        assertThat(error(declined).getMap())
                .containsEntry("type", "card_error")
                .containsEntry("code", "card_declined")
                .containsEntry("decline_code", "generic_decline");
        assertThat(error(declined).getJsonObject("payment_intent").getString("status"))
                .isEqualTo("requires_payment_method");
        assertThat(sandbox.send(confirm(intent, key, "sandbox:decline")).header("Idempotent-Replayed"))
                .contains("true");
        assertThat(sandbox.send(confirm(intent, key + "-b", "pm_card_visa")).status())
                .isEqualTo(200);
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "pm_card_chargeDeclined,card_declined,generic_decline",
        "pm_card_visa_chargeDeclined,card_declined,generic_decline",
        "pm_card_visa_chargeDeclinedInsufficientFunds,card_declined,insufficient_funds",
        "pm_card_visa_chargeDeclinedStolenCard,card_declined,stolen_card",
        "pm_card_chargeDeclinedExpiredCard,expired_card,"
    })
    void declinesTheMethodsThatStripeHasForThat(String method, String code, @Nullable String declineCode) {
        var intent = stripe.intent(order);

        var declined = sandbox.send(confirm(intent, key, method));

        assertThat(declined.status()).isEqualTo(402);
        assertThat(error(declined).getString("type")).isEqualTo("card_error");
        assertThat(error(declined).getString("code")).isEqualTo(code);
        assertThat(error(declined).getString("decline_code")).isEqualTo(declineCode);
        var error = stripe.state(intent).getJsonObject("last_payment_error");
        assertThat(error.getString("code")).isEqualTo(code);
        var charge = sandbox.json(StripeCalls.get("/stripe/v1/charges/" + error.getString("charge")));
        assertThat(charge.getString("failure_code")).isEqualTo(code);
        assertThat(charge.getJsonObject("outcome").getString("reason"))
                .isEqualTo(declineCode == null ? code : declineCode);
        assertThat(sandbox.charges(order)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "tok_chargeDeclined,generic_decline",
        "tok_visa_chargeDeclined,generic_decline",
        "tok_chargeDeclinedInsufficientFunds,insufficient_funds"
    })
    void declinesTheTokensThatStripeHasForThat(String token, String declineCode) {
        var declined = sandbox.send(charge(token));

        assertThat(declined.status()).isEqualTo(402);
        assertThat(error(declined).getMap())
                .containsEntry("code", "card_declined")
                .containsEntry("decline_code", declineCode);
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void refusesToConfirmOrCancelWhatSucceeded() {
        var intent = stripe.intent(order);
        sandbox.send(confirm(intent, key, "pm_card_visa"));

        var confirmed = sandbox.send(confirm(intent, key + "-b", "pm_card_visa"));
        var cancelled = sandbox.send(post(StripeCalls.INTENTS + "/" + intent + "/cancel", key + "-c"));

        assertThat(error(confirmed).getString("code")).isEqualTo("payment_intent_unexpected_state");
        assertThat(error(cancelled).getString("code")).isEqualTo("payment_intent_unexpected_state");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void cancelsWhatIsNotPaid() {
        var intent = stripe.intent(order);

        var cancelled = sandbox.json(
                post(StripeCalls.INTENTS + "/" + intent + "/cancel", key, "cancellation_reason=abandoned"));

        assertThat(cancelled.getString("status")).isEqualTo("canceled");
        assertThat(cancelled.getString("cancellation_reason")).isEqualTo("abandoned");
        assertThat(sandbox.send(confirm(intent, key + "-b", "pm_card_visa")).status())
                .isEqualTo(400);
        assertThat(sandbox.charges(order)).isZero();
    }

    @Test
    void findsAnIntentBySearchOnlyAfterAWhile() {
        var intent = stripe.intent(order);

        assertThat(stripe.search(order)).isEmpty();
        assertThat(sandbox.json(StripeCalls.get(StripeCalls.INTENTS + "?limit=1"))
                        .getJsonArray("data")
                        .getJsonObject(0)
                        .getString("id"))
                .isEqualTo(intent);
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(stripe.search(order)).hasSize(1));
    }

    @Test
    void chargesWithoutAnIntentToo() {
        var first = sandbox.json(charge("tok_visa"));
        var second = sandbox.json(charge("tok_visa"));

        assertThat(first.getString("status")).isEqualTo("succeeded");
        assertThat(second).isEqualTo(first);
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void createsAConfirmedIntentOrNone() {
        var create = post(
                StripeCalls.INTENTS,
                key,
                "amount=1000",
                "currency=usd",
                "confirm=true",
                "payment_method=sandbox:drop_before_apply",
                "metadata[order_id]=" + order);

        assertThat(sandbox.outcome(create)).isEqualTo("closed");
        assertThat(sandbox.charges(order)).isZero();
        assertThat(sandbox.json(create).getString("status")).isEqualTo("succeeded");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    private RawRequest charge(String source) {
        return post(
                "/stripe/v1/charges",
                key,
                "amount=1000",
                "currency=usd",
                "source=" + source,
                "metadata[order_id]=" + order);
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
