package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator is shown of messages that nobody looks after, and what becomes of those that are sent again. */
class MessageApiIT {

    private static final String MESSAGES = "/admin/v1/messages";

    private static Database database;
    private static ServiceProcess service;
    private static Api operator;

    private final String tenant = operator.newTenant();
    private final Api client = operator.as(tenant, "app");

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        service = ServiceLaunch.on(database).start();
        operator = Api.ofOperator(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void showsWhatIsKnownOfAMessage() {
        String message = unknown();

        JsonObject item = listed("unknown", message);

        assertThat(item.getString("tenant_id")).isEqualTo(tenant);
        assertThat(item.getString("gateway")).isEqualTo("http-json");
        assertThat(item.getString("priority")).isEqualTo("normal");
        assertThat(item.getString("status")).isEqualTo("unknown");
        assertThat(item.getString("reason")).isEqualTo("timeout");
        assertThat(item.getInteger("attempts")).isEqualTo(1);
        assertThat(item.getLong("age_seconds")).isBetween(0L, 600L);
        assertThat(item.fieldNames())
                .contains("created_at", "expires_at", "first_sent_at")
                .doesNotContain("next_check_at", "external_id", "text", "to");
    }

    @Test
    void aDeadMessageIsSentAgainWithoutABody() {
        String message = dead();

        assertThat(outcome(requeue(message, null))).isEqualTo("204");

        assertThat(row(message)).containsEntry("status", "ready").containsEntry("attempts", 0);
        assertThat(operator.auditOf(tenant)).last().satisfies(entry -> {
            assertThat(entry.getString("action")).isEqualTo("message.requeued");
            assertThat(entry.getString("subject")).isEqualTo(message);
            assertThat(entry.getJsonObject("before").getString("status")).isEqualTo("dead");
        });
        assertThat(outcome(requeue(message, null))).as("a repeat").isEqualTo("409 state-conflict");
    }

    @Test
    void anUnknownMessageIsSentAgainOnlyWhereItMayArriveTwice() {
        String message = unknown();

        RawResponse refused = requeue(message, "{}");
        assertThat(outcome(refused)).isEqualTo("422 validation-failed");
        assertThat(json(refused).getJsonArray("errors").getJsonObject(0).getString("pointer"))
                .isEqualTo("/may_duplicate");
        assertThat(row(message)).containsEntry("status", "unknown");

        assertThat(outcome(requeue(message, "{\"may_duplicate\":true,\"note\":\"not in their log\"}")))
                .isEqualTo("204");
        assertThat(row(message)).containsEntry("status", "ready");
    }

    @Test
    void whatHasExpiredStaysAsItIs() {
        String message = dead();
        change(message, "expires_at = now()");

        assertThat(outcome(requeue(message, null))).isEqualTo("409 state-conflict");

        assertThat(row(message)).containsEntry("status", "dead");
    }

    @Test
    void listsTheOldestFirstPageByPage() {
        List<String> messages = List.of(dead(), dead(), dead());

        JsonObject first = json(operator.get(MESSAGES + "?status=dead&limit=1&cursor=" + messages.get(0)));
        assertThat(ids(first)).containsExactly(messages.get(1));
        JsonObject rest =
                json(operator.get(MESSAGES + "?status=dead&limit=1&cursor=" + first.getString("next_cursor")));

        assertThat(ids(rest)).containsExactly(messages.get(2));
    }

    @ParameterizedTest
    @CsvSource({"'', /status", "?status=sent, /status", "?status=dead&limit=0, /limit", "?status=dead&cursor=x, /cursor"
    })
    void refusesAQueryThatIsNone(String query, String pointer) {
        RawResponse answer = operator.get(MESSAGES + query);

        assertThat(outcome(answer)).isEqualTo("422 validation-failed");
        assertThat(json(answer).getJsonArray("errors").getJsonObject(0).getString("pointer"))
                .isEqualTo(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"01J0000000000000000000000A", "x", "%00"})
    void knowsNoMessageWhereNoneIs(String id) {
        assertThat(outcome(requeue(id, null))).isEqualTo("404 not-found");
    }

    @Test
    void isForOperatorsOnly() {
        assertThat(outcome(client.get(MESSAGES + "?status=dead"))).isEqualTo("403 forbidden");
        assertThat(outcome(client.post(MESSAGES + "/" + dead() + "/requeue", "{}")))
                .isEqualTo("403 forbidden");
    }

    /** Its gateway has no credentials, so that it waits. */
    private String accepted() {
        RawResponse answer = client.send(RawRequest.of("POST", "/v1/messages")
                .header("X-Api-Key", client.key())
                .header("Idempotency-Key", "key-" + UUID.randomUUID())
                .header("Content-Type", "application/json")
                .body("{\"to\":\"+4915123456789\",\"text\":\"Hello\"}"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return json(answer).getString("id");
    }

    private String dead() {
        String message = accepted();
        change(message, "status = 'dead', reason = 'too-many-requests', attempts = 20, ended_at = now()");
        return message;
    }

    private String unknown() {
        String message = accepted();
        change(
                message,
                "status = 'unknown', reason = 'timeout', attempts = 1, first_sent_at = now(), resend_until = now(),"
                        + " ended_at = now()");
        return message;
    }

    private static void change(String message, String columns) {
        database.execute("UPDATE messages SET " + columns + " WHERE message_id = ?", message);
    }

    private static Map<String, Object> row(String message) {
        return database.query("SELECT * FROM messages WHERE message_id = ?", message)
                .get(0);
    }

    private static RawResponse requeue(String message, String body) {
        String target = MESSAGES + "/" + message + "/requeue";
        return body == null
                ? operator.send(RawRequest.of("POST", target).header("X-Api-Key", operator.key()))
                : operator.post(target, body);
    }

    private static JsonObject listed(String status, String message) {
        return json(operator.get(MESSAGES + "?status=" + status)).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("id").equals(message))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> ids(JsonObject page) {
        return page.getJsonArray("items").stream()
                .map(item -> ((JsonObject) item).getString("id"))
                .toList();
    }
}
