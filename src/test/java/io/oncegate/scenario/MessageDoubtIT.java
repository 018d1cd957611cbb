package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a message whose gateway did not say whether it took it. Those that take long were all sent at the
 * beginning; each test looks at what became of its own.
 */
class MessageDoubtIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);

    /** The gateway takes the message and says nothing, an error, nothing readable, or too late. */
    private static final List<String> TAKEN = List.of(
            "apply_then_drop",
            "500_applied",
            "503_applied",
            "hang_then_apply(3000)",
            "garbage",
            "empty",
            "truncated_body");

    /** It does not take the message, and its answer is no proof of that. */
    private static final List<String> NOT_TAKEN = List.of("drop_before_apply", "503", "302");

    /** Only a gateway with keys is asked to take it after all. */
    private static final List<String> SOONER_OR_LATER = List.of("hang(3000)", "409_in_flight(1000)", "500_stored");

    /** Remembers no message for longer than a moment. */
    private static final String FORGETFUL = "forgetful";

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    /** By gateway and verb. */
    private static final Map<List<String>, Letter> LEFT = new HashMap<>();

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        var launch = SendingInstance.on(database, SANDBOX.url());
        SendingInstance.gateway(launch, FORGETFUL, SendingInstance.KEYED);
        SendingInstance.set(launch, FORGETFUL, "key-retention", "100ms");
        service = launch.start();

        SendingInstance.KEYLESS.forEach(gateway -> leave(gateway, TAKEN));
        leave("keyless", NOT_TAKEN);
        leave(SendingInstance.KEYED, TAKEN);
        leave(SendingInstance.KEYED, NOT_TAKEN);
        leave(SendingInstance.KEYED, SOONER_OR_LATER);
    }

    private static void leave(String gateway, List<String> verbs) {
        var client = Tenant.sendingThrough(gateway, service, database).client();
        verbs.forEach(verb -> LEFT.put(
                List.of(gateway, verb), Letter.of(client, "sandbox:" + verb).accepted()));
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    static Stream<Arguments> takenWithoutKeys() {
        return SendingInstance.KEYLESS.stream()
                .flatMap(gateway -> TAKEN.stream().map(verb -> Arguments.of(gateway, verb)));
    }

    static List<String> taken() {
        return TAKEN;
    }

    static List<String> notTaken() {
        return NOT_TAKEN;
    }

    static Stream<String> notTakenAtFirst() {
        return Stream.concat(NOT_TAKEN.stream(), SOONER_OR_LATER.stream());
    }

    private static Letter left(String gateway, String verb) {
        return LEFT.get(List.of(gateway, verb));
    }

    private static Letter sent(String gateway, String verbs) {
        return Letter.of(Tenant.sendingThrough(gateway, service, database).client(), "sandbox:" + verbs)
                .accepted();
    }

    @ParameterizedTest
    @MethodSource("takenWithoutKeys")
    void withoutKeysItIsUnknownAndNotSentAgain(String gateway, String verb) {
        var letter = left(gateway, verb);

        awaitLeftAlone(letter);

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(SANDBOX.messages(letter.id())).hasSize(1));
        assertThat(letter.status()).isEqualTo("unknown");
        assertThat(SANDBOX.requestsAbout(List.of(letter.id()))).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("notTaken")
    void withoutKeysNobodyCanSayWhetherItWasTaken(String verb) {
        var letter = left("keyless", verb);

        awaitLeftAlone(letter);

        assertThat(letter.status()).isEqualTo("unknown");
        assertThat(SANDBOX.requestsAbout(List.of(letter.id()))).hasSize(1);
        assertThat(SANDBOX.messages(letter.id())).isEmpty();
    }

    /** Nobody will look at it again but a receipt or the operator. */
    private static void awaitLeftAlone(Letter letter) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> database.count(
                                "SELECT count(*) FROM messages"
                                        + " WHERE message_id = ? AND status = 'unknown' AND next_check_at IS NULL",
                                letter.id())
                        == 1);
    }

    @ParameterizedTest
    @MethodSource("taken")
    void withKeysItIsSentAgainUnderItsIdAndTakenOnce(String verb) {
        var letter = left(SendingInstance.KEYED, verb);

        letter.awaitStatus("sent", "delivered");

        assertThat(SANDBOX.messages(letter.id()))
                .singleElement()
                .satisfies(entry -> assertThat(entry.getString("key")).isEqualTo(letter.id()));
        assertThat(posts(letter)).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @MethodSource("notTakenAtFirst")
    void withKeysWhatWasNotTakenIsSentAgainUntilItIs(String verb) {
        var letter = left(SendingInstance.KEYED, verb);

        letter.awaitStatus("sent", "delivered");

        assertThat(SANDBOX.messages(letter.id())).hasSize(1);
        assertThat(posts(letter)).hasSizeGreaterThan(1);
    }

    /** Sent again, it would be a message that was never seen before. */
    @Test
    void whenTheGatewayMayHaveForgottenItItIsOnlyAsked() {
        var letter = sent(FORGETFUL, "apply_then_drop,status_lag(1500)");

        letter.awaitStatus("sent", "delivered");

        assertThat(SANDBOX.messages(letter.id())).hasSize(1);
        assertThat(posts(letter)).hasSize(1);
        assertThat(questions(letter)).hasSizeGreaterThan(1);
    }

    /** Whether it never had the message or has forgotten it, it does not know. */
    @ParameterizedTest
    @CsvSource({"drop_before_apply, 0", "forget_keys(0), 1"})
    void whatAForgetfulGatewayDoesNotKnowStaysUnknown(String verb, int taken) {
        var letter = sent(FORGETFUL, verb);

        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> questions(letter).size() > 2);

        assertThat(letter.status()).isEqualTo("unknown");
        assertThat(posts(letter)).hasSize(1);
        assertThat(SANDBOX.messages(letter.id())).hasSize(taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "keyless", "kannel"})
    void whatTheGatewayTurnedAwayAtTheDoorIsSentLater(String gateway) {
        var letter = sent(gateway, "429(1)");

        letter.awaitStatus("sent", "delivered");

        assertThat(SANDBOX.messages(letter.id())).hasSize(1);
        assertThat(SANDBOX.requestsAbout(List.of(letter.id()))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "keyless", "kannel"})
    void whatTheGatewayRefusesIsNotSentAgain(String gateway) {
        var letter = sent(gateway, "decline");

        letter.awaitStatus("rejected");

        assertThat(SANDBOX.messages(letter.id())).isEmpty();
        assertThat(SANDBOX.requestsAbout(List.of(letter.id()))).hasSize(1);
    }

    private static List<JsonObject> posts(Letter letter) {
        return SANDBOX.postsAbout(List.of(letter.id()));
    }

    private static List<JsonObject> questions(Letter letter) {
        return SANDBOX.requestsAbout(List.of(letter.id())).stream()
                .filter(request -> request.getString("method").equals("GET"))
                .toList();
    }
}
