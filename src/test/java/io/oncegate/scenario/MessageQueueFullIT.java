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

    /** What was taken, and the first that was not. */
    private record Filled(List<Letter> taken, Letter oneMore, RawResponse refused) {}

    /**
     * Sends, each under a key of its own, until so many wait and the next one is refused. It may take one more: what leaves
     * on a connection that is being cut is in doubt, and does not wait.
     */
    private static Filled fill(Tenant tenant, int most) {
        var client = tenant.client();
        var taken = new ArrayList<Letter>();
        return await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(
                        () -> {
                            var letter = Letter.of(client, "one of a few");
                            var answer = letter.send();
                            if (answer.status() == 202) {
                                taken.add(letter);
                            }
                            return new Filled(taken, letter, answer);
                        },
                        last -> last.refused().status() != 202 && tenant.waiting() == most);
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsStored() {
        // Given
        network.refuse();
        var tenant = newTenant();

        // When
        var filled = fill(tenant, MOST_OF_ONE);

        // Then
        assertFull(filled.refused());
        var oneMore = filled.oneMore();
        tenant.assertNothingIsStoredUnder(oneMore.key());
        network.pass();
        filled.taken().forEach(letter -> letter.awaitStatus("sent", "delivered"));
        await().atMost(PATIENCE).pollInterval(POLL).until(() -> oneMore.send().status() == 202);
        oneMore.awaitStatus("sent", "delivered");
        assertThat(SANDBOX.messages(oneMore.id())).hasSize(1);
    }

    @Test
    void whatWasAcceptedIsReplayedThoughNothingMoreFits() {
        network.refuse();
        var tenant = newTenant();
        var first = Letter.of(tenant.client(), "the first");
        // What the test before has sent may be counted for another second.
        var answer = await().atMost(PATIENCE).pollInterval(POLL).until(first::send, taken -> taken.status() == 202);
        assertFull(fill(tenant, MOST_OF_ONE).refused());
        var stored = tenant.messages();

        var again = first.send();

        assertThatAnswer(again).isAReplayOf(answer);
        assertThat(tenant.messages()).isEqualTo(stored);
    }

    @Test
    void oneTenantsQueueIsNotTheOthersUntilAllTogetherAreTooMany() {
        network.refuse();
        var other = newTenant();
        assertFull(fill(newTenant(), MOST_OF_ONE).refused());

        var filled = fill(other, MOST_OF_ALL - MOST_OF_ONE);

        assertFull(filled.refused());
        other.assertNothingIsStoredUnder(filled.oneMore().key());
    }

    @Test
    void aRequestThatIsWrongIsToldSoThoughNothingMoreFits() {
        network.refuse();
        var tenant = newTenant();
        assertFull(fill(tenant, MOST_OF_ONE).refused());

        var refused =
                Letter.withBody(tenant.client(), Bodies.message("hello", 0)).send();

        assertThat(refused.status()).as(refused::text).isEqualTo(422);
    }

    private static void assertFull(RawResponse answer) {
        assertThatAnswer(answer).isProblem(503, "queue-full");
    }
}
