package io.oncegate.sandbox;

import static io.oncegate.sandbox.MessageCalls.encoded;
import static io.oncegate.sandbox.MessageCalls.kannel;
import static io.oncegate.sandbox.MessageCalls.kannelForm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.RawRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KannelSandboxIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;
    private static Receiver receiver;

    private String message;

    @BeforeAll
    static void start() throws IOException {
        sandbox = LiveSandbox.start(temporary);
        receiver = Receiver.start();
    }

    @AfterAll
    static void stop() {
        receiver.close();
        sandbox.close();
    }

    @BeforeEach
    void takeANewMessage() {
        message = LiveSandbox.newOrder();
    }

    @Test
    void sendsAsOftenAsItIsCalled() {
        var first = sandbox.send(kannel(message, "hello"));
        var second = sandbox.send(kannelForm(message, "hello"));

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.text()).isEqualTo("0: Accepted for delivery");
        assertThat(first.header("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(sandbox.messages(message)).isEqualTo(2);
        var entry = sandbox.ledger(message).getJsonObject(0);
        assertThat(entry.getMap())
                .containsEntry("kind", "message")
                .containsEntry("dialect", "kannel")
                .containsEntry("reference", message)
                .containsEntry("to", MessageCalls.TO);
        assertThat(entry.getValue("key")).isNull();
    }

    @Test
    void takesALongTextInTheQuery() {
        assertThat(sandbox.outcome(kannel(message, "я".repeat(1600)))).isEqualTo("202");
    }

    @Test
    void bringsAReceiptToTheAddressThatCameWithTheMessage() {
        sandbox.send(kannel(message, "hello", "dlr-mask=31", receiptAt("/%s?t=1&status=%%d")));

        var told = receiver.awaitTold("/%s?t=1&status=1".formatted(message), 1);

        assertThat(told).hasSize(1);
        assertThat(told.get(0).method()).isEqualTo("GET");
    }

    @Test
    void bringsAReceiptAgainUntilItIsTaken() {
        receiver.plan(503, 500);

        sandbox.send(kannel(message, "hello", "dlr-mask=1", receiptAt("/%s")));

        assertThat(receiver.awaitTold("/" + message, 3)).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dlr-mask=30", "dlr-mask=", "dlr-mask=all", "charset=UTF-8"})
    void bringsNoReceiptThatTheMaskDoesNotAskFor(String mask) {
        sandbox.send(kannel(message, "hello", mask, receiptAt("/%s")));
        var later = message + "-later";
        sandbox.send(kannel(later, "hello", "dlr-mask=1", "dlr-url=" + encoded(receiver.url("/" + later))));

        receiver.awaitTold("/" + later, 1);
        assertThat(receiver.told("/" + message)).isEmpty();
    }

    @Test
    void bringsTheReceiptOfAQueuedMessageOnceItHasGoneOut() {
        var queued = sandbox.send(kannel(message, "sandbox:apply_after(1000)", "dlr-mask=1", receiptAt("/%s")));

        assertThat(queued.status()).isEqualTo(202);
        assertThat(queued.text()).isEqualTo("3: Queued for later delivery");
        assertThat(sandbox.messages(message)).isZero();
        receiver.awaitTold("/" + message, 1);
        assertThat(sandbox.messages(message)).isEqualTo(1);
    }

    @Test
    void tellsWhatItWillNotCarryByTheTextAlone() {
        var rejected = sandbox.send(kannel(message, "sandbox:decline hello"));

        assertThat(rejected.status()).isEqualTo(403);
        assertThat(rejected.text()).isEqualTo("Not routable. Do not try again.");
        assertThat(sandbox.messages(message)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "username=shop&password=revoked&to=1&text=hello",
                "username=shop&to=1&text=hello",
                "password=secret&to=1&text=hello"
            })
    void refusesWrongCredentials(String query) {
        var refused = sandbox.send(RawRequest.of("GET", "/kannel/cgi-bin/sendsms?" + query));

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).isEqualTo("Authorization failed for sendsms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"to=1", "text=hello", "to=1&text=sandbox:nonsense"})
    void refusesWhatItCannotRead(String query) {
        var call = RawRequest.of("GET", "/kannel/cgi-bin/sendsms?username=shop&password=secret&" + query);

        assertThat(sandbox.outcome(call)).isEqualTo("400");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok                    | 202    | 1",
                "decline               | 403    | 0",
                "requires_action       | 202    | 1",
                "apply_then_drop       | closed | 1",
                "drop_before_apply     | closed | 0",
                "hang(100)             | closed | 0",
                "hang_then_apply(100)  | 202    | 1",
                "apply_after(60000)    | 202    | 0",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "500_stored            | 500    | 0",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "409_in_flight(60000)  | 409    | 0",
                "garbage               | 200    | 1",
                "empty                 | 200    | 1",
                "mismatch_amount       | 202    | 1",
                "302                   | 302    | 0",
                "slow_body(100)        | 202    | 1",
                "truncated_body        | cut    | 1",
                "close_keepalive       | closed | 0",
                "status_lag(100)       | closed | 1",
                "status_500            | 202    | 1",
                "forget_keys(1)        | closed | 1",
            })
    void doesAsTold(String verb, String outcome, int messages) {
        assertThat(sandbox.outcome(kannel(message, "sandbox:%s hello".formatted(verb))))
                .isEqualTo(outcome);

        assertThat(sandbox.messages(message)).isEqualTo(messages);
    }

    @Test
    void letsWhatIsInFlightLandByItself() {
        assertThat(sandbox.outcome(kannel(message, "sandbox:409_in_flight(500)")))
                .isEqualTo("409");

        await().until(() -> sandbox.messages(message) == 1);
    }

    @Test
    void takesAListOfVerbsInTurn() {
        var call = kannel(message, "sandbox:drop_before_apply,503 hello");

        assertThat(sandbox.outcome(call)).isEqualTo("closed");
        assertThat(sandbox.outcome(call)).isEqualTo("503");
        assertThat(sandbox.outcome(call)).isEqualTo("202");
        assertThat(sandbox.messages(message)).isEqualTo(1);
    }

    /** {@code target}: with the message in it. */
    private String receiptAt(String target) {
        return "dlr-url=" + encoded(receiver.url(target.formatted(message)));
    }
}
