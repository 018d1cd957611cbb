package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is acknowledged is stored: the provider repeats the rest. */
class WebhookStorageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String ACCOUNT = "stripe";
    private static final String SECRET = Secrets.remember("whsec_repeat-the-rest");

    private static Database database;
    private static FaultProxy network;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(database.host(), database.port());
        var launch = PayingInstance.on(
                database.through(FaultProxy.host(), network.port()),
                Sandbox.shared().url());
        PayingInstance.set(launch, ACCOUNT, "webhook-secrets", SECRET);
        service = launch.start();
    }

    @AfterEach
    void bringPostgresBack() {
        network.pass();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    @Test
    void whatCannotBeStoredIsNotAcknowledged() {
        var eventId = "evt_" + UUID.randomUUID();
        var told = Telling.stripe(ACCOUNT, SECRET, eventId, "customer.created", JsonObject.of("id", "cus_1"));
        network.refuse();

        assertThatAnswer(told.sendTo(service)).isProblem(503, "storage-unavailable");

        assertThat(stored(eventId)).isZero();
        network.pass();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> told.sendTo(service).status() == 200);
        assertThat(told.sendTo(service).status()).isEqualTo(200);
        assertThat(stored(eventId)).isEqualTo(1);
    }

    private static long stored(String eventId) {
        return database.count(
                "SELECT count(*) FROM webhook_events WHERE convert_from(body, 'UTF8') LIKE '%' || ? || '%'", eventId);
    }
}
