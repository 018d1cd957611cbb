package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.sandbox.Receiver.Told;
import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What providers and gateways tell by themselves, to whom, and how often. */
class WebhookDeliveryIT {
    private static final String OWN_SECRET = "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gh";
    private static final String OTHER_SECRET = "whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXRlc3Q=";

    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;

    private Receiver receiver;
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
    void listen() throws IOException {
        receiver = Receiver.start();
        order = LiveSandbox.newOrder();
    }

    @AfterEach
    void hangUp() {
        receiver.close();
    }

    @Test
    void tellsAStripeEventThatIsSigned() {
        var stripe = new StripeCalls(sandbox);
        var intent = stripe.intent(order);

        var answer = sandbox.send(StripeCalls.confirm(intent, "key-" + order, verb("")));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(sandbox.charges(order)).isEqualTo(1);
        var told = receiver.awaitTold("/hook", 1).get(0);
        assertThat(told.json().getString("id")).startsWith("evt_");
        assertThat(told.json().getString("type")).isEqualTo("payment_intent.succeeded");
        assertThat(told.json().getJsonObject("data").getJsonObject("object")).isEqualTo(stripe.state(intent));
        assertThat(told.header("Stripe-Signature"))
                .isEqualTo(stripeSignature(told, OWN_SECRET))
                .matches("t=\\d+,v1=[0-9a-f]{64}");
    }

    @Test
    void signsWithTheSecretThatIsGiven() {
        var stripe = new StripeCalls(sandbox);

        sandbox.send(StripeCalls.confirm(stripe.intent(order), "key-" + order, verb(" " + OTHER_SECRET)));

        var told = receiver.awaitTold("/hook", 1).get(0);
        assertThat(told.header("Stripe-Signature")).isEqualTo(stripeSignature(told, OTHER_SECRET));
    }

    @Test
    void tellsOfACardThatIsDeclined() {
        var stripe = new StripeCalls(sandbox);
        sandbox.script(new JsonObject().put("reference", order), verb("").substring("sandbox:".length()));

        sandbox.send(StripeCalls.confirm(stripe.intent(order), "key-" + order, "pm_card_chargeDeclined"));

        assertThat(receiver.awaitTold("/hook", 1).get(0).json().getString("type"))
                .isEqualTo("payment_intent.payment_failed");
    }

    @Test
    void tellsAYooKassaNotificationThatNothingProves() {
        var yookassa = YooKassaCalls.of(sandbox);

        var payment = sandbox.json(yookassa.create(order, "key-" + order, verb("")));

        var told = receiver.awaitTold("/hook", 1).get(0);
        assertThat(told.json().getString("type")).isEqualTo("notification");
        assertThat(told.json().getString("event")).isEqualTo("payment.succeeded");
        assertThat(told.json().getJsonObject("object")).isEqualTo(yookassa.show(payment.getString("id")));
    }

    @Test
    void tellsATBankNotificationUntilItReadsOk() {
        receiver.say("<html>");
        chargeByTBank(verb(""));
        receiver.awaitTold("/hook", 2);
        receiver.say("OK");

        var told = receiver.awaitTold("/hook", 3).get(2).json();

        assertThat(told.getMap())
                .containsEntry("OrderId", order)
                .containsEntry("Status", "CONFIRMED")
                .containsEntry("Success", true)
                .containsEntry("Amount", 10000)
                .containsEntry("Token", token(told, "sandbox"));
    }

    @Test
    void tellsAKeylessChargeAsAStandardWebhook() {
        var charge = new JsonObject()
                .put("reference", order)
                .put("amount", 1000)
                .put("currency", "EUR")
                .put("method", verb(""));

        var answer = sandbox.json(RawRequest.of("POST", "/keyless/charge").body(charge.encode()));

        var told = receiver.awaitTold("/hook", 1).get(0);
        assertThat(told.json().getString("type")).isEqualTo("charge.succeeded");
        assertThat(told.json().getString("timestamp")).endsWith("Z");
        assertThat(told.json().getJsonObject("data")).isEqualTo(answer);
        assertThat(told.header("webhook-signature")).isEqualTo(standardSignature(told, OWN_SECRET));
    }

    @Test
    void tellsThatAMessageWasDelivered() {
        sandbox.send(MessageCalls.httpJson(order, verb(" " + OTHER_SECRET) + " hello"));

        var told = receiver.awaitTold("/hook", 1).get(0);
        assertThat(told.json().getString("type")).isEqualTo("message.delivered");
        assertThat(told.json().getJsonObject("data")).isEqualTo(new JsonObject().put("id", order));
        assertThat(told.header("webhook-signature")).isEqualTo(standardSignature(told, OTHER_SECRET));
        assertThat(sandbox.json(MessageCalls.httpJsonStatus(order)).getString("status"))
                .isEqualTo("delivered");
        assertThat(sandbox.messages(order)).isEqualTo(1);
    }

    @Test
    void tellsAKeylessMessageByBothItsNames() {
        var answer = sandbox.json(MessageCalls.keyless(order, verb("")));

        assertThat(receiver.awaitTold("/hook", 1).get(0).json().getJsonObject("data"))
                .isEqualTo(new JsonObject().put("id", answer.getString("id")).put("reference", order));
    }

    @Test
    void bringsAReceiptBesideTheOneThatCameWithTheMessage() {
        var text = "sandbox:webhook(%s x2)".formatted(receiver.url("/again?status=%d"));
        var receipt = "dlr-url=" + MessageCalls.encoded(receiver.url("/first?status=%d"));

        sandbox.send(MessageCalls.kannel(order, text, "dlr-mask=31", receipt));

        assertThat(receiver.awaitTold("/again?status=1", 2)).hasSize(2);
        assertThat(receiver.awaitTold("/first?status=1", 1)).hasSize(1);
    }

    @Test
    void tellsTheSameAsOftenAsItIsAskedTo() {
        sandbox.send(MessageCalls.httpJson(order, verb(" %s x3".formatted(OTHER_SECRET))));

        var told = receiver.awaitTold("/hook", 3);
        assertThat(told).hasSize(3);
        assertThat(told.stream().map(one -> one.header("webhook-id")))
                .containsOnly(told.get(0).header("webhook-id"));
        assertThat(told.stream().map(Told::body)).containsOnly(told.get(0).body());
    }

    @Test
    void comesAgainUntilItIsTaken() {
        receiver.plan(500, 401, 302);

        sandbox.send(MessageCalls.httpJson(order, verb("")));

        var told = receiver.awaitTold("/hook", 4);
        assertThat(told.stream().map(one -> one.header("webhook-id")))
                .containsOnly(told.get(0).header("webhook-id"));
        assertThat(told.stream().map(one -> one.header("webhook-signature")))
                .containsExactlyElementsOf(told.stream()
                        .map(one -> standardSignature(one, OWN_SECRET))
                        .toList());
    }

    @Test
    void doesNotWaitForWhoeverIsNotThere() {
        receiver.close();

        assertThat(sandbox.outcome(MessageCalls.httpJson(order, verb(" x99")))).isEqualTo("200");
        assertThat(sandbox.outcome(MessageCalls.httpJsonStatus(order))).isEqualTo("200");
    }

    @Test
    void leavesTheOtherVerbsOfAListToLaterRequests() {
        var text = "sandbox:503,webhook(%s),decline hello".formatted(receiver.url("/hook?a=b,c"));

        assertThat(sandbox.outcome(MessageCalls.keyless(order, text))).isEqualTo("503");
        assertThat(sandbox.outcome(MessageCalls.keyless(order, text))).isEqualTo("200");
        assertThat(sandbox.outcome(MessageCalls.keyless(order, text))).isEqualTo("422");
        await().until(() -> receiver.told("/hook?a=b,c").size() == 1);
    }

    /** {@code more}: what stands behind the address. */
    private String verb(String more) {
        return "sandbox:webhook(%s%s)".formatted(receiver.url("/hook"), more);
    }

    private void chargeByTBank(String method) {
        var terminal = new JsonObject().put("TerminalKey", "DEMO").put("Token", "0f".repeat(32));
        var init = terminal.copy().put("OrderId", order).put("Amount", 10000);
        var payment = sandbox.json(RawRequest.of("POST", "/tbank/v2/Init").body(init.encode()))
                .getString("PaymentId");
        var charge = terminal.copy().put("PaymentId", payment).put("RebillId", method);
        sandbox.send(RawRequest.of("POST", "/tbank/v2/Charge").body(charge.encode()));
    }

    private static String stripeSignature(Told told, String secret) {
        var second = told.header("Stripe-Signature").replaceAll("t=(\\d+),.*", "$1");
        var key = secret.getBytes(StandardCharsets.UTF_8);
        return "t=%s,v1=%s".formatted(second, HexFormat.of().formatHex(hmac(key, second + "." + told.body())));
    }

    private static String standardSignature(Told told, String secret) {
        var key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        var signed = "%s.%s.%s".formatted(told.header("webhook-id"), told.header("webhook-timestamp"), told.body());
        return "v1," + Base64.getEncoder().encodeToString(hmac(key, signed));
    }

    /** By the documentation's words: the values in the order of their names, the password among them. */
    private static String token(JsonObject told, String password) {
        var text = told.getInteger("Amount")
                + told.getString("ErrorCode")
                + told.getString("OrderId")
                + password
                + told.getLong("PaymentId")
                + told.getString("Status")
                + told.getBoolean("Success")
                + told.getString("TerminalKey");
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
