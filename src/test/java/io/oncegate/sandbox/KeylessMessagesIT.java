package io.oncegate.sandbox;

import static io.oncegate.sandbox.MessageCalls.keyless;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeylessMessagesIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;

    private String message;

    @BeforeAll
    static void start() {
        sandbox = LiveSandbox.start(temporary);
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @BeforeEach
    void takeANewMessage() {
        message = LiveSandbox.newOrder();
    }

    @Test
    void sendsAsOftenAsItIsCalled() {
        var first = sandbox.json(keyless(message, "hello"));
        var second = sandbox.json(keyless(message, "hello"));

        assertThat(first.getMap()).containsEntry("reference", message).containsEntry("status", "sent");
        assertThat(second.getString("id")).isNotEqualTo(first.getString("id"));
        assertThat(sandbox.messages(message)).isEqualTo(2);
        var entry = sandbox.ledger(message).getJsonObject(0);
        assertThat(entry.getMap())
                .containsEntry("kind", "message")
                .containsEntry("dialect", "keyless")
                .containsEntry("to", MessageCalls.TO);
        assertThat(entry.getValue("key")).isNull();
    }

    @Test
    void rejectsAMessageForGood() {
        var rejected = sandbox.send(keyless(message, "sandbox:decline hello"));

        assertThat(rejected.status()).isEqualTo(422);
        assertThat(new JsonObject(rejected.text()).getString("reason")).isNotEmpty();
        assertThat(sandbox.messages(message)).isZero();
    }

    @Test
    void cannotBeAsked() {
        sandbox.send(keyless(message, "hello"));

        assertThat(sandbox.outcome(RawRequest.of("GET", "/keyless/messages/" + message)))
                .isEqualTo("404");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"to\":\"+1\",\"text\":\"hello\"}"})
    void refusesWhatItCannotRead(String body) {
        assertThat(sandbox.outcome(RawRequest.of("POST", "/keyless/messages").body(body)))
                .isEqualTo("422");
    }

    @Test
    void refusesARevokedToken() {
        var call = RawRequest.of("POST", "/keyless/messages")
                .header("Authorization", "Bearer revoked")
                .body(MessageCalls.named("reference", message, "hello").encode());

        assertThat(sandbox.outcome(call)).isEqualTo("401");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apply_then_drop       | closed | 1",
                "drop_before_apply     | closed | 0",
                "hang(100)             | closed | 0",
                "apply_after(60000)    | 202    | 0",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "garbage               | 200    | 1",
                "302                   | 302    | 0",
                "forget_keys(1)        | closed | 1",
            })
    void doesAsTold(String verb, String outcome, int messages) {
        assertThat(sandbox.outcome(keyless(message, "sandbox:" + verb))).isEqualTo(outcome);

        assertThat(sandbox.messages(message)).isEqualTo(messages);
    }
}
