package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a provider tells that does not sign is a reason to ask it, and nothing else. */
class WebhookHintIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String ACCOUNT = "yookassa";
    private static final String FENCED = "yookassa-fenced";
    private static final int HINTS = 50;
    /** One that runs, one more, and their repeats while the provider does not answer. */
    private static final int FEW = 20;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static FaultProxy network;
    private static ServiceProcess service;

    private final Tenant tenant = Tenant.payingThrough(ACCOUNT, service, database);
    private final Purchase purchase = Purchase.of(tenant.client(), "sandbox:requires_action");

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(SANDBOX.url().getHost(), SANDBOX.url().getPort());
        var sandbox = URI.create("http://%s:%d".formatted(FaultProxy.host(), network.port()));
        // Whoever looks at what is open does not look before the tests have ended.
        var launch = PayingInstance.on(database, sandbox)
                .with("ONCEGATE_PAYMENTS_CHECK_INTERVAL", "10m")
                .withProperty("oncegate.webhooks.sources." + FENCED + ".networks", "127.0.0.2/32");
        PayingInstance.account(launch, FENCED, ACCOUNT);
        service = launch.start();
    }

    @AfterEach
    void bringTheProviderBack() {
        network.pass();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    /** Its payer has yet to approve it. */
    private String waitingForItsPayer() {
        assertThat(purchase.placeUntilTold().status()).isEqualTo(201);
        assertThat(status()).isEqualTo("payment_action_required");
        return (String) tenant.attempts(purchase.orderId()).get(0).get("external_id");
    }

    private String status() {
        return purchase.order().getString("status");
    }

    private static RawRequest succeeded(String account, String externalId, String orderId) {
        var payment = new JsonObject()
                .put("id", externalId)
                .put("status", "succeeded")
                .put("paid", true)
                .put("amount", JsonObject.of("value", "19.99", "currency", "RUB"))
                .put("metadata", JsonObject.of("reference", orderId));
        var notification = JsonObject.of("type", "notification", "event", "payment.succeeded", "object", payment);
        return RawRequest.of("POST", "/v1/webhooks/" + account)
                .header("Content-Type", "application/json")
                .body(notification.encode());
    }

    private RawResponse tell(String externalId) {
        return RawHttp.exchange(service.url(), succeeded(ACCOUNT, externalId, purchase.orderId()));
    }

    private static long questionsAbout(String externalId) {
        return SANDBOX.requestsAbout(List.of(externalId)).stream()
                .filter(request -> request.getString("method").equals("GET"))
                .count();
    }

    @Test
    void aForgedSuccessChangesNothingAndTheGenuineHintAfterItLeadsToPaid() {
        // Given
        var externalId = waitingForItsPayer();
        var before = questionsAbout(externalId);

        // When
        assertThat(tell(externalId).status()).isEqualTo(200);
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> questionsAbout(externalId) > before);

        // Then
        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> status().equals("payment_action_required"));
        assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();
        assertThat(database.count("SELECT count(*) FROM webhook_events WHERE account = ?", ACCOUNT))
                .isZero();

        // When
        SANDBOX.approve(purchase.order().getJsonObject("payment").getString("redirect_url"));
        assertThat(tell(externalId).status()).isEqualTo(200);

        // Then
        purchase.awaitStatus("paid");
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    @Test
    void isAcknowledgedWhileTheProviderHangsAndAskedFewTimes() {
        // Given
        var externalId = waitingForItsPayer();
        SANDBOX.approve(purchase.order().getJsonObject("payment").getString("redirect_url"));
        var before = questionsAbout(externalId);
        network.stall();

        // When
        var burst = new Burst();
        for (var hint = 0; hint < HINTS; hint++) {
            burst.add(service.url(), succeeded(ACCOUNT, externalId, purchase.orderId()));
        }
        var answers = burst.send();

        // Then
        assertThat(answers).extracting(RawResponse::status).containsOnly(200).hasSize(HINTS);
        network.pass();
        purchase.awaitStatus("paid");
        assertThat(questionsAbout(externalId) - before).isBetween(1L, (long) FEW);
    }

    @Test
    void aPaymentOfAnotherAccountIsNotAskedFor() {
        var externalId = waitingForItsPayer();
        var before = questionsAbout(externalId);

        try (var fenced = RawHttp.connectFrom("127.0.0.2", service.url())) {
            var answer = fenced.send(succeeded(FENCED, externalId, purchase.orderId()))
                    .receive();
            assertThat(answer.status()).as(answer::text).isEqualTo(200);
        }

        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> questionsAbout(externalId) == before);
        assertThat(status()).isEqualTo("payment_action_required");
    }

    @Test
    void isTakenFromAddressesThatAreTheProvidersAlone() {
        assertThatAnswer(RawHttp.exchange(service.url(), succeeded(FENCED, "x", "y")))
                .isProblem(403, "forbidden");
    }

    @Test
    void whatNamesNoPaymentIsAcknowledgedAndForgotten() {
        for (var body : List.of("", "{}", "not JSON", "{\"type\":\"notification\",\"event\":\"payment.succeeded\"}")) {
            var answer = RawHttp.exchange(
                    service.url(),
                    RawRequest.of("POST", "/v1/webhooks/" + ACCOUNT).body(body));
            assertThat(answer.status()).as(body).isEqualTo(200);
        }
    }
}
