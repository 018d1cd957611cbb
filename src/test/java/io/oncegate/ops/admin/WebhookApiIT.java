package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator is shown of webhooks that were not applied, and how they are tried anew. */
class WebhookApiIT {
    private static final String WEBHOOKS = "/admin/v1/webhooks";

    private static Database database;
    private static ServiceProcess service;
    private static Api operator;
    private static int number;

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

    @BeforeEach
    void forgetAll() {
        database.execute("TRUNCATE webhook_events");
    }

    /** One of an account that is not active, so that it is not applied, however often it is tried. */
    private static String event(String status, String reason, boolean ended) {
        var id = "01" + "%024d".formatted(++number);
        database.execute("""
                INSERT INTO webhook_events (event_id, account, event_key, type, object_id, body, body_sha256, status,
                    reason, tries, next_try_at, ended_at)
                VALUES (?, 'stripe', ?, 'payment_intent.succeeded', 'pi_1', 'a secret body', sha256('x'), ?, ?, 7,
                    now() + interval '1 hour', CASE WHEN ? THEN now() END)
                """, id, "evt_" + number, status, reason, ended);
        return id;
    }

    private static Map<String, Object> row(String id) {
        return database.query("SELECT * FROM webhook_events WHERE event_id = ?", id)
                .get(0);
    }

    private static List<JsonObject> listed(String query) {
        return json(operator.get(WEBHOOKS + query)).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    @Test
    void showsWhatIsKnownOfAWebhookButNotItsBody() {
        var waiting = event("parked", "not_known_here", false);
        var left = event("parked", "not_known_here", true);
        var failed = event("failed", "unreadable", true);

        var items = listed("?status=parked");

        assertThat(items).extracting(item -> item.getString("id")).containsExactly(waiting, left);
        var item = items.get(0);
        assertThat(item.getString("account")).isEqualTo("stripe");
        assertThat(item.getString("event_id")).startsWith("evt_");
        assertThat(item.getString("type")).isEqualTo("payment_intent.succeeded");
        assertThat(item.getString("object_id")).isEqualTo("pi_1");
        assertThat(item.getString("status")).isEqualTo("parked");
        assertThat(item.getString("reason")).isEqualTo("not_known_here");
        assertThat(item.getInteger("tries")).isEqualTo(7);
        assertThat(item.getLong("age_seconds")).isBetween(0L, 600L);
        assertThat(item.fieldNames()).contains("received_at", "next_try_at");
        assertThat(items.get(1).fieldNames()).doesNotContain("next_try_at");
        assertThat(items.toString()).doesNotContain("a secret body");
        assertThat(listed("?status=failed"))
                .extracting(one -> one.getString("id"))
                .containsExactly(failed);
    }

    @Test
    void listsTheOldestFirstPageByPage() {
        var events = List.of(event("failed", "fault", true), event("failed", "fault", true));

        var first = json(operator.get(WEBHOOKS + "?status=failed&limit=1"));
        var rest = json(operator.get(WEBHOOKS + "?status=failed&limit=1&cursor=" + first.getString("next_cursor")));

        assertThat(first.getJsonArray("items").getJsonObject(0).getString("id")).isEqualTo(events.get(0));
        assertThat(rest.getJsonArray("items").getJsonObject(0).getString("id")).isEqualTo(events.get(1));
        assertThat(rest.containsKey("next_cursor")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"''", "?status=applied", "?status=parked&limit=0", "?status=parked&cursor=x"})
    void refusesAQueryThatIsNone(String query) {
        assertThat(outcome(operator.get(WEBHOOKS + query))).isEqualTo("422 validation-failed");
    }

    @ParameterizedTest
    @CsvSource({"parked, true", "parked, false", "failed, true"})
    void replaysWhatIsParkedOrHasFailedOnce(String status, boolean ended) {
        var id = event(status, "fault", ended);

        var replayed = operator.post(WEBHOOKS + "/" + id + "/replay", "");
        var again = operator.post(WEBHOOKS + "/" + id + "/replay", "");

        assertThat(replayed.status()).as(replayed::text).isEqualTo(204);
        assertThat(outcome(again)).isEqualTo("409 state-conflict");
        assertThat(row(id)).containsEntry("status", "received").containsEntry("ended_at", null);
        assertThat(database.query("SELECT * FROM audit WHERE subject = ?", id))
                .singleElement()
                .satisfies(entry -> assertThat(entry).containsEntry("action", "webhook.replayed"));
    }

    @ParameterizedTest
    @CsvSource({"applied, true", "ignored, true", "received, false"})
    void replaysNothingElse(String status, boolean ended) {
        var id = event(status, null, ended);

        assertThat(outcome(operator.post(WEBHOOKS + "/" + id + "/replay", ""))).isEqualTo("409 state-conflict");

        assertThat(row(id)).containsEntry("status", status);
        assertThat(database.query("SELECT * FROM audit WHERE subject = ?", id)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"x", "01M8QCKFY4EPJ3PRETQH3J404N"})
    void tellsWhatIsNotThere(String id) {
        assertThat(outcome(operator.post(WEBHOOKS + "/" + id + "/replay", ""))).isEqualTo("404 not-found");
    }
}
