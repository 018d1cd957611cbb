package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** However often a provider tells the same, to whichever instance, it happens once. */
class WebhookTwiceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int DELIVERIES = 50;
    private static final String ACCOUNT = "stripe";
    private static final String SECRET = Secrets.remember("whsec_however-often");

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess one;
    private static ServiceProcess other;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        one = launch();
        other = launch();
    }

    /** Whoever looks at what is open does not look before the test has ended. */
    private static ServiceProcess launch() {
        var launch = PayingInstance.on(database, SANDBOX.url()).with("ONCEGATE_PAYMENTS_CHECK_INTERVAL", "10m");
        PayingInstance.set(launch, ACCOUNT, "webhook-secrets", SECRET);
        return launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(one, other);
        one.close();
        other.close();
    }

    @Test
    void fiftyDeliveriesAtOnceToTwoInstancesAreFiftyAcknowledgementsAndOneEffect() {
        // Given
        var tenant = Tenant.payingThrough(ACCOUNT, one, database);
        var purchase = Purchase.of(tenant.client(), "sandbox:requires_action");
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
        var orderId = purchase.orderId();
        var eventId = "evt_" + UUID.randomUUID();
        var told = Telling.stripe(ACCOUNT, SECRET, eventId, "payment_intent.succeeded", paid(tenant, orderId));

        // When
        var burst = new Burst();
        for (var delivery = 0; delivery < DELIVERIES; delivery++) {
            burst.add((delivery % 2 == 0 ? one : other).url(), told.request());
        }
        var answers = burst.send();

        // Then
        assertThat(answers).extracting(RawResponse::status).containsOnly(200).hasSize(DELIVERIES);
        assertThat(answers).extracting(RawResponse::text).containsOnly("");
        purchase.awaitStatus("paid");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(events(eventId)).containsExactly("applied"));
        assertThat(tenant.attempts(orderId))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt).containsEntry("status", "succeeded"));
        assertThat(database.count("SELECT count(*) FROM webhook_variants WHERE event_key = ?", eventId))
                .isZero();
    }

    private static List<Object> events(String eventId) {
        return database.query("SELECT status FROM webhook_events WHERE event_key = ?", eventId).stream()
                .map(row -> row.get("status"))
                .toList();
    }

    /** The payment of an order as the provider shows it, but for its having been paid. */
    private static JsonObject paid(Tenant tenant, String orderId) {
        var externalId = tenant.attempts(orderId).get(0).get("external_id");
        var shown = SANDBOX.send(RawRequest.of("GET", "/stripe/v1/payment_intents/" + externalId)
                .header("Authorization", "Bearer sandbox"));
        var intent = new JsonObject(shown.text());
        return intent.put("status", "succeeded")
                .put("amount_received", intent.getLong("amount"))
                .put("latest_charge", "ch_of_this")
                .putNull("next_action")
                .putNull("last_payment_error");
    }
}
