package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages wait for a gateway that is away until there are too many, of one tenant or of all together. */
class MessageQueueFullIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_OF_ONE = 5;
    private static final int MOST_OF_ALL = 8;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static FaultProxy network;
    private static Database database;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = SendingInstance.networkTo(SANDBOX);
        service = SendingInstance.on(database, network)
                .with("ONCEGATE_MESSAGES_MAX_QUEUED", String.valueOf(MOST_OF_ALL))
                .with("ONCEGATE_MESSAGES_MAX_QUEUED_PER_TENANT", String.valueOf(MOST_OF_ONE))
                .start();
    }

    @AfterEach
    void drain() {
        network.pass();
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count("SELECT count(*) FROM messages WHERE status <> 'sent'") == 0);
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
        network.close();
    }

    private static Tenant newTenant() {
        return Tenant.sendingThrough("http-json", service, database);
    }

    /** As many as are taken, each under a key of its own; none is lost on the way. */
    private static List<Letter> fill(Tenant tenant, int most) {
        var client = tenant.client();
        var accepted = new ArrayList<Letter>();
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
            var letter = Letter.of(client, "one of a few");
            if (letter.send().status() == 202) {
                accepted.add(letter);
            }
            return accepted.size() == most;
        });
        return accepted;
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsStored() {
        // Given
        network.refuse();
        var tenant = newTenant();
        var queued = fill(tenant, MOST_OF_ONE);
        var oneMore = Letter.of(tenant.client(), "one too many");

        // When
        var refused = oneMore.send();

        // Then
        assertFull(refused);
        tenant.assertNothingIsStoredUnder(oneMore.key());
        assertThat(tenant.messages()).isEqualTo(MOST_OF_ONE);
        network.pass();
        queued.forEach(letter -> letter.awaitStatus("sent", "delivered"));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> oneMore.send().status() == 202);
        oneMore.awaitStatus("sent", "delivered");
        assertThat(SANDBOX.messages(oneMore.id())).hasSize(1);
    }

    @Test
    void whatWasAcceptedIsReplayedThoughNothingMoreFits() {
        network.refuse();
        var tenant = newTenant();
        var first = Letter.of(tenant.client(), "the first");
        var answer = first.send();
        var unused = fill(tenant, MOST_OF_ONE - 1);
        assertFull(Letter.of(tenant.client(), "one too many").send());

        var again = first.send();

        assertThatAnswer(again).isAReplayOf(answer);
        assertThat(tenant.messages()).isEqualTo(MOST_OF_ONE);
    }

    @Test
    void oneTenantsQueueIsNotTheOthersUntilAllTogetherAreTooMany() {
        network.refuse();
        var crowded = newTenant();
        var other = newTenant();
        var unusedFirst = fill(crowded, MOST_OF_ONE);

        var unusedOthers = fill(other, MOST_OF_ALL - MOST_OF_ONE);

        var oneMore = Letter.of(other.client(), "one too many");
        assertFull(oneMore.send());
        other.assertNothingIsStoredUnder(oneMore.key());
        assertThat(other.messages()).isEqualTo(MOST_OF_ALL - MOST_OF_ONE);
    }

    @Test
    void aRequestThatIsWrongIsToldSoThoughNothingMoreFits() {
        network.refuse();
        var tenant = newTenant();
        var unused = fill(tenant, MOST_OF_ONE);

        var refused =
                Letter.withBody(tenant.client(), Bodies.message("hello", 0)).send();

        assertThat(refused.status()).as(refused::text).isEqualTo(422);
    }

    private static void assertFull(RawResponse answer) {
        assertThatAnswer(answer).isProblem(503, "queue-full");
    }
}
