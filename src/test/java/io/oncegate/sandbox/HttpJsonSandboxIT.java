package io.oncegate.sandbox;

import static io.oncegate.sandbox.MessageCalls.httpJson;
import static io.oncegate.sandbox.MessageCalls.httpJsonStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

class HttpJsonSandboxIT {
    @TempDir
    private static Path temporary;

    private static LiveSandbox sandbox;

    private String id;

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
        id = LiveSandbox.newOrder();
    }

    @Test
    void sendsAMessageOnceHoweverOftenItIsHandedOver() {
        var first = sandbox.send(httpJson(id, "hello"));
        var second = sandbox.send(httpJson(id, "hello"));

        assertThat(first.status()).isEqualTo(200);
        assertThat(new JsonObject(first.text()).getMap())
                .containsEntry("id", id)
                .containsEntry("status", "sent");
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(sandbox.messages(id)).isEqualTo(1);
        assertThat(sandbox.ledger(id).getJsonObject(0).getMap())
                .containsEntry("kind", "message")
                .containsEntry("dialect", "http-json")
                .containsEntry("key", id)
                .containsEntry("reference", id)
                .containsEntry("to", MessageCalls.TO);
    }

    @Test
    void takesAnIdForOneMessageOfOneCaller() {
        sandbox.send(httpJson(id, "hello"));

        assertThat(sandbox.outcome(httpJson(id, "something else"))).isEqualTo("409");
        assertThat(sandbox.outcome(
                        RawRequest.of("GET", "/http-json/messages/" + id).header("Authorization", "Bearer another")))
                .isEqualTo("404");
        assertThat(sandbox.messages(id)).isEqualTo(1);
    }

    @Test
    void tellsWhatBecameOfAMessage() {
        sandbox.send(httpJson(id, "hello"));

        assertThat(sandbox.json(httpJsonStatus(id)).getString("status")).isEqualTo("sent");
        assertThat(sandbox.outcome(httpJsonStatus(LiveSandbox.newOrder()))).isEqualTo("404");
    }

    @Test
    void rejectsAMessageForGood() {
        var rejected = sandbox.send(httpJson(id, "sandbox:decline hello"));

        assertThat(rejected.status()).isEqualTo(422);
        assertThat(new JsonObject(rejected.text()).getString("reason")).isNotEmpty();
        assertThat(sandbox.outcome(httpJson(id, "sandbox:decline hello"))).isEqualTo("422");
        assertThat(sandbox.json(httpJsonStatus(id)).getString("status")).isEqualTo("rejected");
        assertThat(sandbox.messages(id)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{",
                "{\"to\":\"+1\",\"text\":\"hello\"}",
                "{\"id\":\"a\",\"text\":\"hello\"}",
                "{\"id\":\"a\",\"to\":\"+1\"}",
                "{\"id\":1,\"to\":\"+1\",\"text\":\"hello\"}",
                "{\"id\":\"a\",\"to\":\"+1\",\"text\":\"sandbox:nonsense hello\"}"
            })
    void refusesWhatItCannotRead(String body) {
        assertThat(sandbox.outcome(RawRequest.of("POST", "/http-json/messages").body(body)))
                .isEqualTo("422");
    }

    @ParameterizedTest
    @CsvSource({"POST,/http-json/messages", "GET,/http-json/messages/a"})
    void refusesARevokedToken(String method, String path) {
        var call = RawRequest.of(method, path)
                .header("Authorization", "Bearer revoked")
                .body(MessageCalls.named("id", id, "hello").encode());

        assertThat(sandbox.outcome(call)).isEqualTo("401");
        assertThat(sandbox.messages(id)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ok                    | 200    | 1",
                "decline               | 422    | 0",
                "requires_action       | 200    | 1",
                "apply_then_drop       | closed | 1",
                "drop_before_apply     | closed | 0",
                "hang(100)             | closed | 0",
                "hang_then_apply(100)  | 200    | 1",
                "apply_after(60000)    | 202    | 0",
                "500_applied           | 500    | 1",
                "503_applied           | 503    | 1",
                "500_stored            | 500    | 0",
                "503                   | 503    | 0",
                "429(3)                | 429    | 0",
                "409_in_flight(60000)  | 409    | 0",
                "garbage               | 200    | 1",
                "empty                 | 200    | 1",
                "mismatch_amount       | 200    | 1",
                "mismatch_currency     | 200    | 1",
                "302                   | 302    | 0",
                "slow_body(100)        | 200    | 1",
                "truncated_body        | cut    | 1",
                "close_keepalive       | closed | 0",
                "status_lag(100)       | closed | 1",
                "status_500            | 200    | 1",
                "forget_keys(60000)    | closed | 1",
            })
    void doesAsTold(String verb, String outcome, int messages) {
        assertThat(sandbox.outcome(httpJson(id, "sandbox:%s hello".formatted(verb))))
                .isEqualTo(outcome);

        assertThat(sandbox.messages(id)).isEqualTo(messages);
    }

    /** What a question gets after it, then the same message again, and what has gone out then. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apply_then_drop      | 200 | 200 | 1",
                "drop_before_apply    | 404 | 200 | 1",
                "hang(100)            | 404 | 200 | 1",
                "500_applied          | 200 | 200 | 1",
                "503_applied          | 200 | 200 | 1",
                "500_stored           | 404 | 200 | 1",
                "503                  | 404 | 200 | 1",
                "429(1)               | 404 | 200 | 1",
                "garbage              | 200 | 200 | 1",
                "truncated_body       | 200 | 200 | 1",
                "302                  | 404 | 200 | 1",
                "status_lag(60000)    | 404 | 200 | 1",
                "status_500           | 500 | 200 | 1",
                "409_in_flight(60000) | 404 | 409 | 0",
            })
    void answersWhoeverAsksAndComesAgain(String verb, String asked, String again, int messages) {
        var message = httpJson(id, "sandbox:" + verb);
        sandbox.outcome(message);

        assertThat(sandbox.outcome(httpJsonStatus(id))).isEqualTo(asked);
        assertThat(sandbox.outcome(message)).isEqualTo(again);
        assertThat(sandbox.messages(id)).isEqualTo(messages);
    }

    @Test
    void tellsWhenToComeAgain() {
        assertThat(sandbox.send(httpJson(id, "sandbox:429(7)")).header("Retry-After"))
                .contains("7");
    }

    @Test
    void sendsAQueuedMessageByItselfAfterAWhile() {
        var queued = sandbox.send(httpJson(id, "sandbox:apply_after(1500) hello"));

        assertThat(queued.status()).isEqualTo(202);
        assertThat(new JsonObject(queued.text()).getString("status")).isEqualTo("queued");
        assertThat(sandbox.json(httpJsonStatus(id)).getString("status")).isEqualTo("queued");
        assertThat(sandbox.messages(id)).isZero();
        await().until(() -> sandbox.messages(id) == 1);
        assertThat(sandbox.json(httpJsonStatus(id)).getString("status")).isEqualTo("sent");
    }

    @Test
    void takesAMessageForANewOneOnceItsIdIsForgotten() {
        var message = httpJson(id, "sandbox:forget_keys(1)");
        sandbox.outcome(message);
        await().until(() -> sandbox.outcome(httpJsonStatus(id)).equals("404"));

        assertThat(sandbox.outcome(message)).isEqualTo("200");

        assertThat(sandbox.messages(id)).isEqualTo(2);
    }

    @Test
    void followsAScriptBeforeWhatTheTextCarries() {
        sandbox.script(new JsonObject().put("reference", id), "drop_before_apply", "status_500");
        var message = httpJson(id, "sandbox:503,decline hello, (world");

        assertThat(sandbox.outcome(message)).isEqualTo("closed");
        assertThat(sandbox.outcome(httpJsonStatus(id))).isEqualTo("500");
        assertThat(sandbox.outcome(message)).isEqualTo("503");
        assertThat(sandbox.outcome(message)).isEqualTo("422");
    }

    @Test
    void followsAScriptForItsKeyItsDialectOrItsPath() {
        sandbox.script(new JsonObject().put("key", id), "503");
        sandbox.script(new JsonObject().put("dialect", "http-json").put("reference", id), "429(1)");
        sandbox.script(new JsonObject().put("path", "/messages").put("reference", id), "decline");
        var message = httpJson(id, "hello");

        assertThat(sandbox.outcome(message)).isEqualTo("503");
        assertThat(sandbox.outcome(message)).isEqualTo("429");
        assertThat(sandbox.outcome(message)).isEqualTo("422");
    }

    @Test
    void countsCallsBesideMessages() {
        sandbox.outcome(httpJson(id, "sandbox:apply_then_drop"));
        sandbox.outcome(httpJson(id, "sandbox:apply_then_drop"));

        assertThat(sandbox.array("/__orders").getJsonObject(0).getMap())
                .containsEntry("reference", id)
                .containsEntry("calls", 2)
                .containsEntry("messages", 1)
                .containsEntry("charges", 0)
                .containsEntry("last_verb", "apply_then_drop");
    }
}
