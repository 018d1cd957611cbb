package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whenever a provider tells what became of a payment, the order ends as it would have. Nobody else finds out first. */
class WebhookOrderIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String STRIPE = "stripe";
    private static final String OTHER = "stripe-other";
    private static final String STRIPE_SECRET = Secrets.remember("whsec_c3RyaXBlLXNpZ25zLXdpdGgtdGhpcw==");
    private static final String OTHER_SECRET = Secrets.remember("whsec_YW5vdGhlci1zaWducy13aXRoLXRoaXM=");

    /** What the sandbox takes for the secret of any terminal. */
    private static final String PASSWORD = "sandbox";

    private static final String SUCCEEDED = "payment_intent.succeeded";

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        // Calls may take their time, and whoever looks at what is open does not look before the test has ended.
        var launch = PayingInstance.on(database, SANDBOX.url())
                .with("ONCEGATE_PAYMENTS_CALL_TIMEOUT", "30s")
                .with("ONCEGATE_IDEMPOTENCY_LEASE", "60s")
                .with("ONCEGATE_PAYMENTS_CHECK_INTERVAL", "10m");
        PayingInstance.account(launch, OTHER, STRIPE);
        PayingInstance.set(launch, STRIPE, "webhook-secrets", STRIPE_SECRET);
        PayingInstance.set(launch, OTHER, "webhook-secrets", OTHER_SECRET);
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    private static Tenant tenant(String account) {
        return Tenant.payingThrough(account, service, database);
    }

    @Test
    void beforeOurOwnResponse() {
        var tenant = tenant(STRIPE);
        var purchase = Purchase.of(tenant.client(), "sandbox:hang_then_apply(8000)");
        var underWay = purchase.begin();
        var orderId = await().atMost(PATIENCE).pollInterval(POLL).until(() -> orderOf(purchase), id -> !id.isEmpty());
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> SANDBOX.postsAbout(tenant.names(orderId)).stream()
                        .anyMatch(post -> post.getString("uri").endsWith("/confirm")));

        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, newEventId(), intentOf(tenant, orderId)));

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> statusOf(orderId).equals("paid"));
        assertThat(underWay).isNotDone();
        assertThat(underWay.join().status()).isEqualTo(201);
        assertThat(purchase.place().text()).isEqualTo(underWay.join().text());
        assertThat(SANDBOX.charges(orderId)).hasSize(1);
    }

    private static String orderOf(Purchase purchase) {
        return database.query("SELECT order_id FROM payments WHERE idempotency_key = ?", purchase.key()).stream()
                .map(row -> (String) row.get("order_id"))
                .findFirst()
                .orElse("");
    }

    private static String statusOf(String orderId) {
        return (String) database.query("SELECT status FROM orders WHERE order_id = ?", orderId)
                .get(0)
                .get("status");
    }

    @Test
    void beforeTheOrderIsThere() {
        // Given
        var tenant = tenant(STRIPE);
        var purchase = waitingForItsPayer(tenant);
        var intent = intentOf(tenant, purchase.orderId());
        var eventId = newEventId();
        var order = Withheld.from(database, purchase.orderId());

        // When
        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, eventId, intent));
        awaitEvent(STRIPE, eventId, "parked");
        order.giveBack();

        // Then
        purchase.awaitStatus("paid");
        awaitEvent(STRIPE, eventId, "applied");
    }

    @Test
    void afterANegativeEndAnOperatorDecides() {
        var tenant = tenant(STRIPE);
        var purchase = Purchase.of(tenant.client(), "sandbox:decline");
        var declined = purchase.placeUntilTold();
        assertThat(declined.status()).isEqualTo(402);
        var orderId = purchase.orderId();

        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, newEventId(), intentOf(tenant, orderId)));

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(tenant.attempts(orderId))
                        .singleElement()
                        .satisfies(attempt -> assertThat(attempt)
                                .containsEntry("status", "review")
                                .containsEntry("reason", "late_success")));
        assertThat(purchase.order().getString("status")).isNotEqualTo("paid");
        var again = purchase.place();
        assertThat(again.status()).isEqualTo(402);
        assertThat(again.text()).isEqualTo(declined.text());
    }

    @Test
    void twiceUnderTwoIds() {
        var tenant = tenant(STRIPE);
        var purchase = waitingForItsPayer(tenant);
        var intent = intentOf(tenant, purchase.orderId());
        var first = newEventId();
        var second = newEventId();

        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, first, intent));
        purchase.awaitStatus("paid");
        var before = lastChanges(purchase);
        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, second, intent));

        awaitEvent(STRIPE, first, "applied");
        awaitEvent(STRIPE, second, "applied", "ignored");
        assertThat(lastChanges(purchase)).isEqualTo(before);
        assertThat(purchase.order().getString("status")).isEqualTo("paid");
    }

    private static List<Map<String, Object>> lastChanges(Purchase purchase) {
        return database.query(
                "SELECT a.updated_at, p.updated_at, o.updated_at FROM orders AS o"
                        + " JOIN payments AS p USING (tenant_id, order_id)"
                        + " JOIN payment_attempts AS a USING (tenant_id, order_id) WHERE order_id = ?",
                purchase.orderId());
    }

    @Test
    void fromAnotherAccountItChangesNothing() {
        // Given
        var tenant = tenant(STRIPE);
        var purchase = waitingForItsPayer(tenant);
        var intent = intentOf(tenant, purchase.orderId());
        var eventId = newEventId();

        // When
        assertAcknowledged(succeeded(OTHER, OTHER_SECRET, eventId, intent));
        awaitEvent(OTHER, eventId, "parked");

        // Then
        assertThat(purchase.order().getString("status")).isEqualTo("payment_action_required");
        var elsewhere = succeeded(OTHER, OTHER_SECRET, newEventId(), intent).toAccount(STRIPE);
        assertThat(elsewhere.sendTo(service).status()).isEqualTo(401);
        assertAcknowledged(succeeded(STRIPE, STRIPE_SECRET, eventId, intent));
        purchase.awaitStatus("paid");
        assertThat(statusOfEvent(OTHER, eventId)).isEqualTo("parked");
    }

    @Test
    void tbankReadsTheWordItWaitsFor() {
        var tenant = tenant("tbank");
        var purchase = waitingForItsPayer(tenant);
        var attempt = tenant.attempts(purchase.orderId()).get(0);
        var confirmed = new JsonObject()
                .put("TerminalKey", "sandbox")
                .put("OrderId", purchase.orderId())
                .put("Success", true)
                .put("Status", "CONFIRMED")
                .put("PaymentId", Long.valueOf((String) attempt.get("external_id")))
                .put("ErrorCode", "0")
                .put("Amount", 1999);

        var forged = Telling.tbank("tbank", "guessed", confirmed).sendTo(service);
        var taken = Telling.tbank("tbank", PASSWORD, confirmed).sendTo(service);

        assertThat(forged.status()).isEqualTo(401);
        assertThat(taken.status()).as(taken::text).isEqualTo(200);
        assertThat(taken.text()).isEqualTo("OK");
        purchase.awaitStatus("paid");
    }

    /** The sandbox signs by itself what it tells, and tells it as often as it is asked to. */
    @Test
    void whatTheProviderTellsBesideItsAnswerChangesNothing() {
        var tenant = tenant(STRIPE);
        var url = service.url() + "/v1/webhooks/" + STRIPE;
        var purchase = Purchase.of(tenant.client(), "sandbox:webhook(%s %s x3)".formatted(url, STRIPE_SECRET));

        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);

        var externalId = (String) tenant.attempts(purchase.orderId()).get(0).get("external_id");
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(database.query(
                                "SELECT status FROM webhook_events WHERE account = ? AND object_id = ?",
                                STRIPE,
                                externalId))
                        .isNotEmpty()
                        .allSatisfy(event -> assertThat(event.get("status")).isIn("applied", "ignored")));
        assertThat(purchase.order().getString("status")).isEqualTo("paid");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    private static Purchase waitingForItsPayer(Tenant tenant) {
        var purchase = Purchase.of(tenant.client(), "sandbox:requires_action");
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
        assertThat(purchase.order().getString("status")).isEqualTo("payment_action_required");
        return purchase;
    }

    /** The payment of an order as the provider shows it now. */
    private static JsonObject intentOf(Tenant tenant, String orderId) {
        var externalId = tenant.attempts(orderId).get(0).get("external_id");
        var shown = SANDBOX.send(RawRequest.of("GET", "/stripe/v1/payment_intents/" + externalId)
                .header("Authorization", "Bearer sandbox"));
        assertThat(shown.status()).as(shown::text).isEqualTo(200);
        return new JsonObject(shown.text());
    }

    private static String newEventId() {
        return "evt_" + UUID.randomUUID().toString().replace("-", "");
    }

    private static Telling succeeded(String account, String secret, String eventId, JsonObject intent) {
        var paid = intent.copy()
                .put("status", "succeeded")
                .put("amount_received", intent.getLong("amount"))
                .put("latest_charge", "ch_of_this")
                .putNull("next_action")
                .putNull("last_payment_error");
        return Telling.stripe(account, secret, eventId, SUCCEEDED, paid);
    }

    private static void assertAcknowledged(Telling telling) {
        var answer = telling.sendTo(service);
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
    }

    private static void awaitEvent(String account, String eventId, String... statuses) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(List.of(statuses)).contains(statusOfEvent(account, eventId)));
    }

    private static String statusOfEvent(String account, String eventId) {
        return (String) database.query(
                        "SELECT status FROM webhook_events WHERE account = ? AND event_key = ?", account, eventId)
                .get(0)
                .get("status");
    }
}
