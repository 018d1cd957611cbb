package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** By what a provider recognises a request that it has had before, and what happens when that fails. */
class PaymentKeysIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String DERIVED = "[0-9a-f]{64}";
    /** What an account without credentials of its own says to the sandbox. */
    private static final String SECRET = "sandbox";

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static FaultProxy network;
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(SANDBOX.url().getHost(), SANDBOX.url().getPort());
        var launch =
                PayingInstance.on(database, URI.create("http://%s:%d".formatted(FaultProxy.host(), network.port())));
        for (var dialect : List.of("stripe", "yookassa")) {
            PayingInstance.account(launch, dialect + "-verbatim", dialect);
            PayingInstance.set(launch, dialect + "-verbatim", "provider-key", "verbatim");
            PayingInstance.account(launch, dialect + "-forgetful", dialect);
            PayingInstance.set(launch, dialect + "-forgetful", "key-retention", "100ms");
        }
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    private static Tenant tenant(String account) {
        return Tenant.payingThrough(account, service, database);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "yookassa"})
    void equalKeysOfTwoTenantsAreTwoPaymentsAtTheirCommonAccount(String account) {
        var one = Purchase.of(tenant(account).client(), "pm_card");
        var other = Purchase.of(tenant(account).client(), "pm_card").withKey(one.key());

        Purchase.placeTogether(List.of(one, other));

        assertThat(List.of(one, other)).allSatisfy(purchase -> {
            purchase.awaitStatus("paid");
            assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
        });
        assertThat(one.orderId()).isNotEqualTo(other.orderId());
    }

    @Test
    void theClientsOwnKeyIsTheOneOfTheOperationThatMovesMoney() {
        var stripe = paid("stripe-verbatim", Secrets.newKey());
        var yookassa = paid("yookassa-verbatim", Secrets.newKey());

        assertThat(keyOfTheCharge(stripe)).isEqualTo(stripe.key());
        assertThat(keyOfTheCharge(yookassa)).isEqualTo(yookassa.key());
        assertThat(SANDBOX.postsAbout(List.of(stripe.orderId())))
                .as("creations, which name the order")
                .singleElement()
                .satisfies(creation ->
                        assertThat(Sandbox.header(creation, "Idempotency-Key")).matches(DERIVED));
    }

    @Test
    void aClientsKeyThatTheProviderDoesNotTakeIsNotSent() {
        // YooKassa takes 64 characters.
        var purchase = paid("yookassa-verbatim", Secrets.newKey() + "-".repeat(30));

        assertThat(keyOfTheCharge(purchase)).matches(DERIVED);
    }

    @Test
    void whoeverAsksForNothingElseSendsNoKeyOfAClient() {
        assertThat(keyOfTheCharge(paid("stripe", Secrets.newKey()))).matches(DERIVED);
        assertThat(keyOfTheCharge(paid("yookassa", Secrets.newKey()))).matches(DERIVED);
    }

    private static Purchase paid(String account, String key) {
        var purchase = Purchase.of(tenant(account).client(), "pm_card").withKey(Secrets.remember(key));
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
        return purchase;
    }

    private static String keyOfTheCharge(Purchase purchase) {
        return SANDBOX.charges(purchase.orderId()).get(0).getString("key");
    }

    /** Somebody has used it before us: what for, and whether that moved money, is not known. */
    @ParameterizedTest
    @ValueSource(strings = {"stripe", "yookassa"})
    void aKeyThatTheProviderKnowsFromSomethingElseIsNoRefusal(String dialect) {
        var tenant = tenant(dialect + "-verbatim");
        var purchase = Purchase.of(tenant.client(), "pm_card");
        var used = SANDBOX.send(dialect.equals("stripe") ? intent(purchase.key()) : payment(purchase.key()));
        assertThat(used.status()).as(used::text).isEqualTo(200);

        assertThat(purchase.place().status()).isEqualTo(202);
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> (int) tenant.attempts(purchase.orderId()).get(0).get("checks") > 2);

        var attempts = tenant.attempts(purchase.orderId());
        assertThat(attempts).hasSize(1);
        assertThat(attempts.get(0)).containsEntry("status", "unknown").containsEntry("last_outcome", "key-conflict");
        assertThat(purchase.place().status()).isEqualTo(202);
        assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();
    }

    private static RawRequest intent(String key) {
        return RawRequest.of("POST", "/stripe/v1/payment_intents")
                .header("Authorization", "Bearer " + SECRET)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Idempotency-Key", key)
                .body("amount=5&currency=eur");
    }

    private static RawRequest payment(String key) {
        var shop = Base64.getEncoder().encodeToString((SECRET + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        return RawRequest.of("POST", "/yookassa/v3/payments")
                .header("Authorization", "Basic " + shop)
                .header("Idempotence-Key", key)
                .body("""
                        {"amount": {"value": "5.00", "currency": "EUR"}, "capture": true, "payment_token": "another"}""");
    }

    /** The answer to the first Init is lost, and the look-up does not find at once what it made. */
    @Test
    void anOrderIdThatTheProviderKnowsAlreadyIsTheOrdersOwn() {
        var tenant = tenant("tbank");
        var purchase = Purchase.of(tenant.client(), "pm_card");
        SANDBOX.script(JsonObject.of("dialect", "tbank", "path", "/v2/CheckOrder"), "status_lag(1000)");
        network.dropNextReplyTo("/v2/Init");

        assertThat(purchase.place().status()).isEqualTo(202);

        purchase.awaitStatus("paid");
        assertThat(SANDBOX.postsAbout(List.of(purchase.orderId())).stream()
                        .filter(post -> post.getString("uri").endsWith("/Init")))
                .as("the second one is refused")
                .hasSize(2);
        assertThat(tenant.attempts(purchase.orderId())).hasSize(1);
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    /** The provider forgets it at once; sent again, it would be a request that was never seen before. */
    @ParameterizedTest
    @ValueSource(strings = {"stripe", "yookassa"})
    void whenTheProviderMayHaveForgottenTheKeyItIsOnlyAsked(String dialect) {
        var tenant = tenant(dialect + "-forgetful");
        // Stripe would be believed, for a moment, that nothing has happened.
        var purchase = Purchase.of(tenant.client(), "sandbox:forget_keys(0),status_lag(1500)");

        assertThat(purchase.place().status()).isEqualTo(202);

        // Where nobody can be asked for what the lost answer would have named, only an operator finds out.
        purchase.awaitStatus(dialect.equals("stripe") ? "paid" : "payment_review");
        assertThat(SANDBOX.movesAbout(tenant.names(purchase.orderId()))).hasSize(1);
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }
}
