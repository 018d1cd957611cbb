package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Gateways tell afterwards what became of a message. */
class WebhookReceiptIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String GATEWAY = "http-json";
    private static final String OTHER = "http-json-other";
    private static final String SECRET = Secrets.remember("whsec_dGhlLWdhdGV3YXktc2lnbnMtd2l0aC10aGlz");
    private static final String OTHER_SECRET = Secrets.remember("whsec_YW5vdGhlci1nYXRld2F5LXNpZ25zLXdpdGg=");

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        var launch = SendingInstance.on(database, SANDBOX.url());
        SendingInstance.gateway(launch, OTHER, GATEWAY);
        SendingInstance.set(launch, GATEWAY, "webhook-secrets", SECRET);
        SendingInstance.set(launch, OTHER, "webhook-secrets", OTHER_SECRET);
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    private static Letter letter(String gateway, String text) {
        return Letter.of(Tenant.sendingThrough(gateway, service, database).client(), text)
                .accepted();
    }

    private static Telling receipt(String what, Letter letter) {
        return Telling.standard(GATEWAY, SECRET, newEventId(), what, JsonObject.of("id", letter.id()));
    }

    private static String newEventId() {
        return "msg_" + UUID.randomUUID();
    }

    private static void assertAcknowledged(Telling telling) {
        var answer = telling.sendTo(service);
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
    }

    private static void awaitEvent(Telling telling, String status) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(database.query(
                                "SELECT status FROM webhook_events WHERE account = ? AND event_key = ?",
                                telling.account(),
                                telling.headers().get("webhook-id")))
                        .singleElement()
                        .satisfies(event -> assertThat(event.get("status")).isEqualTo(status)));
    }

    @Test
    void aMessageIsDeliveredWhenItsGatewaySaysSo() {
        var letter = letter(GATEWAY, "hello");
        letter.awaitStatus("sent");

        assertAcknowledged(receipt("message.delivered", letter));

        letter.awaitStatus("delivered");
        assertThat(letter.seen().getString("delivered_at")).isNotNull();
    }

    @Test
    void whatIsKnownBetterStays() {
        var letter = letter(GATEWAY, "hello");
        letter.awaitStatus("sent");

        assertAcknowledged(receipt("message.undelivered", letter));
        letter.awaitStatus("undelivered");
        assertAcknowledged(receipt("message.delivered", letter));
        letter.awaitStatus("delivered");
        var late = receipt("message.sent", letter);
        assertAcknowledged(late);

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count(
                                "SELECT count(*) FROM webhook_events WHERE event_key = ? AND status <> 'received'",
                                late.headers().get("webhook-id"))
                        == 1);
        assertThat(letter.status()).isEqualTo("delivered");
    }

    /** It may have been taken, and what the gateway was asked it did not answer. */
    @Test
    void whatNobodyCouldSayIsKnownFromTheReceipt() {
        var letter = letter(GATEWAY, "sandbox:hang_then_apply(60000),hang_then_apply(60000)");
        letter.awaitStatus("unknown");

        assertAcknowledged(receipt("message.delivered", letter));

        letter.awaitStatus("delivered");
    }

    @Test
    void anotherGatewaysWordChangesNothing() {
        var letter = letter(GATEWAY, "hello");
        letter.awaitStatus("sent");
        var foreign = Telling.standard(
                OTHER, OTHER_SECRET, newEventId(), "message.delivered", JsonObject.of("id", letter.id()));

        assertAcknowledged(foreign);

        awaitEvent(foreign, "parked");
        assertThat(letter.status()).isEqualTo("sent");
        assertThat(foreign.toAccount(GATEWAY).sendTo(service).status()).isEqualTo(401);
    }

    @Test
    void aReceiptThatIsFasterThanTheAnswerIsNotForgotten() {
        var url = service.url() + "/v1/webhooks/" + GATEWAY;

        var letter = letter(GATEWAY, "sandbox:webhook(%s %s x3) hello".formatted(url, SECRET));

        letter.awaitStatus("delivered");
        assertThat(SANDBOX.messages(letter.id())).hasSize(1);
    }
}
