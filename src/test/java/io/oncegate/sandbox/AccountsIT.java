package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

/** What belongs to one account of a provider is not there for another. */
class AccountsIT {
    /** What the service takes for id and secret where it plays with the sandbox and has none. */
    private static final String OWN = "sandbox";

    private static final String OTHER = "another";

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

    @ParameterizedTest
    @CsvSource({"GET,''", "POST,/confirm", "POST,/cancel"})
    void anIntentIsThereForItsApiKeyOnly(String method, String step) {
        var path = StripeCalls.INTENTS + "/" + intent(OWN) + step;

        var refused = sandbox.send(stripe(OTHER, method, path, ""));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(new JsonObject(refused.text()).getJsonObject("error").getString("code"))
                .isEqualTo("resource_missing");
        assertThat(sandbox.charges(order)).isZero();
        assertThat(sandbox.outcome(stripe(OWN, method, path, ""))).isEqualTo("200");
        assertThat(sandbox.charges(order)).isEqualTo(step.equals("/confirm") ? 1 : 0);
    }

    @Test
    void anApiKeyListsAndFindsItsOwnIntents() {
        var own = intent(OWN);
        var other = intent(OTHER);
        var query = URLEncoder.encode("metadata['order_id']:'%s'".formatted(order), StandardCharsets.UTF_8);

        await().untilAsserted(() -> {
            assertThat(idsAt(OWN, "/search?query=" + query)).containsExactly(own);
            assertThat(idsAt(OTHER, "/search?query=" + query)).containsExactly(other);
        });
        assertThat(idsAt(OWN, "?limit=100")).contains(own).doesNotContain(other);
        assertThat(idsAt(OTHER, "?limit=100")).contains(other).doesNotContain(own);
        assertThat(sandbox.outcome(stripe(OWN, "GET", StripeCalls.INTENTS + "?starting_after=" + other, "")))
                .isEqualTo("404");
    }

    @Test
    void aChargeIsThereForItsApiKeyOnly() {
        var intent = StripeCalls.INTENTS + "/" + intent(OWN);
        var paid = sandbox.json(stripe(OWN, "POST", intent + "/confirm", ""));
        var alone = sandbox.json(stripe(OWN, "POST", "/stripe/v1/charges", "amount=5&currency=usd&source=tok_visa"));

        for (var charge : List.of(paid.getString("latest_charge"), alone.getString("id"))) {
            assertThat(sandbox.outcome(stripe(OWN, "GET", "/stripe/v1/charges/" + charge, "")))
                    .isEqualTo("200");
            assertThat(sandbox.outcome(stripe(OTHER, "GET", "/stripe/v1/charges/" + charge, "")))
                    .isEqualTo("404");
        }
    }

    @Test
    void aPaymentIsThereForItsShopOnly() {
        var own = new YooKassaCalls(sandbox, OWN);
        var other = new YooKassaCalls(sandbox, OTHER);
        var id = own.held(order, key, "payment-token");

        assertThat(sandbox.json(other.load(id)).getString("code")).isEqualTo("not_found");
        assertThat(sandbox.json(other.capture(id, key + "-c")).getString("code"))
                .isEqualTo("not_found");
        assertThat(sandbox.json(other.cancel(id, key + "-d")).getString("code")).isEqualTo("not_found");
        assertThat(sandbox.charges(order)).isZero();
        assertThat(own.status(id)).isEqualTo("waiting_for_capture");
        assertThat(sandbox.outcome(own.capture(id, key + "-c"))).isEqualTo("200");
        assertThat(sandbox.charges(order)).isEqualTo(1);
    }

    @Test
    void aShopListsItsOwnPayments() {
        var own = new YooKassaCalls(sandbox, OWN);
        var other = new YooKassaCalls(sandbox, OTHER);
        var ownId = own.held(order, key, "payment-token");
        var otherId = other.held(order, key, "payment-token");

        assertThat(sandbox.send(own.list("limit=100")).text()).contains(ownId).doesNotContain(otherId);
        assertThat(sandbox.send(other.list("limit=100")).text())
                .contains(otherId)
                .doesNotContain(ownId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GetState", "Charge", "Cancel", "CheckOrder"})
    void aPaymentIsThereForItsTerminalOnly(String method) {
        var payment = sandbox.json(tbank(OWN, "Init", new JsonObject().put("Amount", 10000)))
                .getString("PaymentId");
        var question = new JsonObject().put("PaymentId", payment).put("RebillId", "rebill");

        var refused = sandbox.json(tbank(OTHER, method, question));

        assertThat(refused.getMap()).containsEntry("Success", false).containsEntry("ErrorCode", "255");
        assertThat(sandbox.charges(order)).isZero();
        assertThat(sandbox.json(tbank(OWN, method, question)).getMap())
                .containsEntry("Success", true)
                .containsEntry("TerminalKey", OWN);
    }

    @Test
    void anOrderIdIsTakenOncePerTerminal() {
        var init = new JsonObject().put("Amount", 10000);

        assertThat(sandbox.json(tbank(OWN, "Init", init)).getBoolean("Success")).isTrue();
        assertThat(sandbox.json(tbank(OTHER, "Init", init)).getBoolean("Success"))
                .isTrue();
        assertThat(sandbox.json(tbank(OTHER, "Init", init)).getBoolean("Success"))
                .isFalse();
    }

    private String intent(String account) {
        var form = "amount=1000&currency=usd&payment_method=pm_card_visa&metadata[order_id]=" + order;
        return sandbox.json(stripe(account, "POST", StripeCalls.INTENTS, form)).getString("id");
    }

    private static RawRequest stripe(String account, String method, String path, String form) {
        var request = RawRequest.of(method, path).header("Authorization", "Bearer " + account);
        return form.isEmpty() ? request : request.body(form);
    }

    /** The ids in a list or in a search result. */
    private static List<String> idsAt(String account, String query) {
        return sandbox.json(stripe(account, "GET", StripeCalls.INTENTS + query, "")).getJsonArray("data").stream()
                .map(intent -> ((JsonObject) intent).getString("id"))
                .toList();
    }

    /** About the order, and about whatever {@code members} name. */
    private RawRequest tbank(String terminal, String method, JsonObject members) {
        var body = new JsonObject()
                .put("TerminalKey", terminal)
                .put("Token", "0f".repeat(32))
                .put("OrderId", order)
                .mergeIn(members);
        return RawRequest.of("POST", "/tbank/v2/" + method)
                .header("Content-Type", "application/json")
                .body(body.encode());
    }
}
