package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A backlog of twenty thousand messages delays its own tenant, and nothing more. */
class MessageFairnessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int BACKLOG = 20_000;
    private static final int SLOTS = 8;

    /** Of the backlog, while one of each of the other priorities has its turn: ten claims of all slots. */
    private static final int A_TURN_OF_EACH = 10 * SLOTS;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        var launch = SendingInstance.on(database, SANDBOX.url());
        for (var gateway : List.of("noisy", "urgent")) {
            SendingInstance.gateway(launch, gateway, "keyless");
            SendingInstance.set(launch, gateway, "in-flight", String.valueOf(SLOTS));
            // So that the backlog lasts for as long as anybody looks.
            SendingInstance.set(launch, gateway, "calls-per-second", "100");
        }
        service = launch.start();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    @Test
    void anotherTenantsMessageLeavesWithinTwoRounds() {
        // Given
        var noisy = Tenant.sendingThrough("noisy", service, database);
        queue(noisy, "noisy", "normal");
        awaitTheFirst(noisy);
        var quiet = Tenant.sendingThrough("noisy", service, database).client();

        for (var time = 0; time < 3; time++) {
            // When
            var letter = Letter.of(quiet, "only one").accepted();
            var before = taken(noisy);

            // Then
            letter.awaitStatus("sent");
            assertThat(taken(noisy, letter) - before)
                    .as("messages of the noisy tenant before the quiet one's")
                    .isLessThanOrEqualTo(2L * SLOTS);
        }
        assertThat(noisy.messagesOf("ready")).hasSizeGreaterThan(BACKLOG / 2);
    }

    @Test
    void whatIsUrgentDelaysWhatIsNotButForAWhile() {
        // Given
        var urgent = Tenant.sendingThrough("urgent", service, database);
        queue(urgent, "urgent", "high");
        awaitTheFirst(urgent);
        var patient = Tenant.sendingThrough("urgent", service, database).client();

        // When
        var letters = Stream.of("normal", "low")
                .map(priority -> Letter.withBody(patient, Bodies.messageOf(priority, "no hurry"))
                        .accepted())
                .toList();
        var before = taken(urgent);

        // Then
        for (var letter : letters) {
            letter.awaitStatus("sent");
            assertThat(taken(urgent, letter) - before)
                    .as("urgent messages before this one")
                    .isLessThanOrEqualTo(A_TURN_OF_EACH + SLOTS);
        }
        assertThat(urgent.messagesOf("ready")).hasSizeGreaterThan(BACKLOG / 2);
    }

    /** Messages that were accepted already. Their ids are no times, and nobody minds. */
    private static void queue(Tenant tenant, String gateway, String priority) {
        database.execute("""
                INSERT INTO messages (tenant_id, message_id, principal, recipient, body, segments, priority, status,
                    gateway, created_at, expires_at)
                SELECT ?, '0' || upper(left(md5(? || n), 25)), 'default', '+4915123456789', 'one of many', 1, ?, 'ready',
                    ?, now(), now() + interval '1 hour'
                FROM generate_series(1, ?) AS n
                """, tenant.id(), tenant.id(), priority, gateway, BACKLOG);
    }

    private static void awaitTheFirst(Tenant tenant) {
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> taken(tenant) > SLOTS);
    }

    /** How many of the tenant's messages its gateway has taken so far. */
    private static long taken(Tenant tenant) {
        return countOf(tenant, SANDBOX.messagesTaken());
    }

    /** The same before it took this one. */
    private static long taken(Tenant tenant, Letter letter) {
        var taken = SANDBOX.messagesTaken();
        return countOf(tenant, taken.subList(0, taken.indexOf(letter.id())));
    }

    private static long countOf(Tenant tenant, List<String> taken) {
        var own = new HashSet<>(
                database.query("SELECT message_id FROM messages WHERE tenant_id = ?", tenant.id()).stream()
                        .map(row -> row.get("message_id"))
                        .toList());
        return taken.stream().filter(own::contains).count();
    }
}
