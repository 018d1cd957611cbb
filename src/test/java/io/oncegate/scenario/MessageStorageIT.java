package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL fails exactly when one of a hundred messages is marked as sent. */
class MessageStorageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int MESSAGES = 100;
    private static final int UNLUCKY = 50;
    private static final long LOCK = 4711;

    private static final String STATEMENT_FAILS = "RAISE EXCEPTION 'the disk is full'";
    private static final String CONNECTION_BREAKS = "PERFORM pg_terminate_backend(pg_backend_pid())";
    private static final String WAITS = "PERFORM pg_advisory_xact_lock(%d)".formatted(LOCK);

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static FaultProxy network;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(database.host(), database.port());
        service = SendingInstance.on(database.through(FaultProxy.host(), network.port()), SANDBOX.url())
                // A statement that is held is not given up before the test has seen it.
                .with("ONCEGATE_DB_STATEMENT_TIMEOUT", "20s")
                .with("ONCEGATE_DB_REPLY_TIMEOUT", "30s")
                .with("ONCEGATE_DB_IDLE_TIMEOUT", "60s")
                .start();
        database.execute("CREATE SEQUENCE marked");
        fail("NULL");
        database.execute("""
                CREATE TRIGGER fails BEFORE UPDATE ON messages FOR EACH ROW
                WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION fail()
                """);
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    /** A sequence goes on where a statement failed: from now on it is one that does, and no further. */
    private static void fail(String how) {
        database.execute("""
                CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF nextval('marked') = %d THEN
                        %s;
                    END IF;
                    RETURN NEW;
                END
                $$""".formatted(UNLUCKY, how));
        database.execute("ALTER SEQUENCE marked RESTART");
    }

    @ParameterizedTest
    @CsvSource({
        "http-json, " + STATEMENT_FAILS,
        "http-json, " + CONNECTION_BREAKS,
        "keyless, " + STATEMENT_FAILS,
        "keyless, " + CONNECTION_BREAKS
    })
    void noneIsTakenTwiceWhenTheStatementDoesNothing(String gateway, String how) {
        fail(how);
        var tenant = Tenant.sendingThrough(gateway, service, database);

        var letters = Letter.accepted(MESSAGES, tenant.client(), "number %d");

        assertEachWasTakenOnce(tenant, letters, gateway);
        assertThat(database.count("SELECT last_value FROM marked"))
                .as("it did fail")
                .isGreaterThanOrEqualTo(UNLUCKY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "keyless"})
    void noneIsTakenTwiceWhenTheStatementDidItsWorkAndItsReplyIsLost(String gateway) throws SQLException {
        // Given
        fail(WAITS);
        var tenant = Tenant.sendingThrough(gateway, service, database);

        // When
        List<Letter> letters;
        try (var holder = database.connect()) {
            execute(holder, "SELECT pg_advisory_lock(%d)".formatted(LOCK));
            letters = Letter.accepted(MESSAGES, tenant.client(), "number %d");
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> waiting() == 1);
            network.dropReplies();
            execute(holder, "SELECT pg_advisory_unlock(%d)".formatted(LOCK));
        }
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> waiting() == 0);
        network.refuse();
        network.pass();

        // Then
        assertEachWasTakenOnce(tenant, letters, gateway);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    private static long waiting() {
        return database.count("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
    }

    /** Recorded as sent, sooner or later, where it can be found out; else nobody can say of a few. */
    private static void assertEachWasTakenOnce(Tenant tenant, List<Letter> letters, String gateway) {
        var found = gateway.equals(SendingInstance.KEYED);
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> tenant.messagesOf("sent").size()
                                + (found ? 0 : tenant.messagesOf("unknown").size())
                        == MESSAGES);
        assertThat(letters)
                .allSatisfy(letter -> assertThat(SANDBOX.messages(letter.id())).hasSize(1));
    }

    @Test
    void whatPostgresqlCannotBeToldIsNotSentBeforeItIsBack() {
        var tenant = Tenant.sendingThrough("keyless", service, database);
        var client = tenant.client();
        fail("NULL");
        var before = Letter.of(client, "before").accepted();
        before.awaitStatus("sent");

        network.refuse();
        network.pass();
        var after = await().atMost(PATIENCE)
                .until(() -> Letter.of(client, "after"), letter -> letter.send().status() == 202);

        after.awaitStatus("sent");
        assertThat(SANDBOX.messages(before.id())).hasSize(1);
        assertThat(SANDBOX.messages(after.id())).hasSize(1);
    }
}
