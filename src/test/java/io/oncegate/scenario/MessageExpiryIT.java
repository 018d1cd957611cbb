package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody needs any more is not sent, whatever kept it from being sent in time. */
class MessageExpiryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LIFE_SECONDS = 3;
    private static final int CODES = 5;

    /** A key's life is five minutes longer than a message can live. */
    private static final int LONGEST_LIFE_SECONDS = 6;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static FaultProxy network;
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = SendingInstance.networkTo(SANDBOX);
        service = SendingInstance.on(database, network)
                .with("ONCEGATE_OPERATIONS_MESSAGES_RETENTION", (300 + LONGEST_LIFE_SECONDS) + "s")
                .start();
    }

    @AfterEach
    void mend() {
        network.pass();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    private static List<Letter> codes(Client client) {
        return IntStream.range(0, CODES)
                .mapToObj(code -> Letter.withBody(client, Bodies.message("Your code is " + code, LIFE_SECONDS))
                        .accepted())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "keyless", "kannel"})
    void oneTimePasswordsAreNotSentAfterAnOutageOfTheGateway(String gateway) {
        var client = Tenant.sendingThrough(gateway, service, database).client();
        network.refuse();

        var codes = codes(client);

        codes.forEach(code -> code.awaitStatus("expired"));
        network.pass();
        assertNoneIsSent(client, codes);
    }

    @Test
    void oneTimePasswordsAreNotSentAfterAnOutageOfTheService() {
        var client = Tenant.sendingThrough("http-json", service, database).client();
        network.refuse();
        var codes = codes(client);

        service.kill9();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count("SELECT count(*) FROM messages WHERE expires_at > now()") == 0);
        network.pass();
        service.restart();

        assertNoneIsSent(client, codes);
        codes.forEach(code -> code.awaitStatus("expired"));
    }

    /** What is accepted afterwards is sent, and they were not. */
    private static void assertNoneIsSent(Client client, List<Letter> codes) {
        await().atMost(PATIENCE)
                .until(
                        () -> Letter.of(client, "another one").accepted(),
                        letter -> letter.awaitStatus("sent", "delivered", "expired")
                                .matches("sent|delivered"));
        assertThat(codes).allSatisfy(code -> {
            assertThat(SANDBOX.requestsAbout(List.of(code.id()))).isEmpty();
            assertThat(SANDBOX.messages(code.id())).isEmpty();
        });
    }

    /** The gateway had forgotten it, or never heard of it, when it would have been sent again. */
    @Test
    void whatMayHaveBeenTakenIsNotSentAgainWhenItsLifeIsOver() {
        var client = Tenant.sendingThrough("http-json", service, database).client();
        var letter = Letter.withBody(client, Bodies.message("sandbox:hang(4000),hang(4000)", LIFE_SECONDS))
                .accepted();

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count(
                                "SELECT count(*) FROM messages WHERE message_id = ? AND status = 'unknown'"
                                        + " AND expires_at < now()",
                                letter.id())
                        == 1);
        var posts = SANDBOX.postsAbout(List.of(letter.id())).size();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> (int) database.query("SELECT checks FROM messages WHERE message_id = ?", letter.id())
                                .get(0)
                                .get("checks")
                        > 1);

        assertThat(SANDBOX.postsAbout(List.of(letter.id()))).hasSize(posts);
        assertThat(letter.status()).isEqualTo("unknown");
    }

    @Test
    void aMessageDoesNotOutliveItsKey() {
        var tenant = Tenant.sendingThrough("http-json", service, database);
        var client = tenant.client();

        var tooLong = Letter.withBody(client, Bodies.message("hello", LONGEST_LIFE_SECONDS + 1))
                .send();
        network.refuse();
        var longest = Letter.of(client, "hello").accepted();

        assertThatAnswer(tooLong)
                .isInvalid(
                        "/expires_in",
                        "must be an integer from 1 to %d, written without a fraction or an exponent"
                                .formatted(LONGEST_LIFE_SECONDS));
        longest.awaitStatus("expired");
        assertThat(tenant.statusOf(longest.key())).containsExactly("succeeded");
        assertThat(longest.send().headers("Idempotent-Replayed")).containsExactly("true");
        assertThat(outlivingTheirKeys(tenant)).isZero();
    }

    private static long outlivingTheirKeys(Tenant tenant) {
        return database.count(
                "SELECT count(*) FROM messages AS m LEFT JOIN idempotency_keys AS k"
                        + " ON k.tenant_id = m.tenant_id AND k.resource_id = m.message_id"
                        + " WHERE m.tenant_id = ? AND (k.key IS NULL OR m.expires_at >= k.expires_at)",
                tenant.id());
    }
}
