package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/** A tenant that one scenario has for itself, and what is stored of it. */
final class Tenant {
    private final ServiceProcess service;
    private final Database database;
    private final String id = "tenant-" + UUID.randomUUID();

    private Tenant(ServiceProcess service, Database database, JsonObject terms) {
        this.service = service;
        this.database = database;
        var created = made("/admin/v1/tenants", terms.put("tenant_id", id).put("plan", "standard"));
        assertThat(created.getString("tenant_id")).isEqualTo(id);
    }

    /** A new one, made by the operator at {@code service}, whose database is {@code database}. */
    static Tenant at(ServiceProcess service, Database database) {
        return new Tenant(service, database, new JsonObject());
    }

    /** One whose orders are paid through {@code account}. */
    static Tenant payingThrough(String account, ServiceProcess service, Database database) {
        return new Tenant(service, database, new JsonObject().put("payment_provider", account));
    }

    /** One whose messages go through {@code gateway}. */
    static Tenant sendingThrough(String gateway, ServiceProcess service, Database database) {
        return new Tenant(service, database, new JsonObject().put("message_gateway", gateway));
    }

    /** A program of this tenant with an API key of its own; programs of one name stand for each other. */
    Client client(String name) {
        var issued = made(
                "/admin/v1/tenants/" + id + "/api-keys",
                new JsonObject().put("name", "scenario").put("client", name));
        return new Client(service, Secrets.remember(issued.getString("api_key")));
    }

    Client client() {
        return client("default");
    }

    /** The operator changes its terms. */
    void change(JsonObject terms) {
        var changed = operator("PATCH", "/admin/v1/tenants/" + id, terms);
        assertThat(changed.status()).as(changed::text).isEqualTo(200);
    }

    private JsonObject made(String target, JsonObject body) {
        var answer = operator("POST", target, body);
        assertThat(answer.status()).as(() -> target + ": " + answer.text()).isEqualTo(201);
        return new JsonObject(answer.text());
    }

    private RawResponse operator(String method, String target, JsonObject body) {
        return RawHttp.exchange(
                service.url(),
                RawRequest.of(method, target)
                        .header("X-Api-Key", Secrets.remember(ServiceLaunch.OPERATOR_KEY))
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
    }

    String id() {
        return id;
    }

    long orders() {
        return database.count("SELECT count(*) FROM orders WHERE tenant_id = ?", id);
    }

    long messages() {
        return database.count("SELECT count(*) FROM messages WHERE tenant_id = ?", id);
    }

    /** Its messages that wait, one that is just being tried included. */
    long waiting() {
        return database.count(
                "SELECT count(*) FROM messages WHERE tenant_id = ? AND (status = 'ready' OR locked_until IS NOT NULL)",
                id);
    }

    /** The ids of its messages of this status, as they are stored. */
    List<String> messagesOf(String status) {
        return database.query("SELECT message_id FROM messages WHERE tenant_id = ? AND status = ?", id, status).stream()
                .map(row -> (String) row.get("message_id"))
                .toList();
    }

    /** The attempts to have an order paid, as they are stored, the first one first. */
    List<Map<String, Object>> attempts(String orderId) {
        return database.query(
                "SELECT * FROM payment_attempts WHERE tenant_id = ? AND order_id = ? ORDER BY number", id, orderId);
    }

    /** What providers know an order's payment by: ours, and their own. */
    List<String> names(String orderId) {
        return Stream.concat(Stream.of(orderId), attempts(orderId).stream().map(attempt ->
                        (String) attempt.get("external_id")))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The status of a key's row, as it is stored; none when there is no row. */
    List<Object> statusOf(String key) {
        return database.query("SELECT status FROM idempotency_keys WHERE tenant_id = ? AND key = ?", id, key).stream()
                .map(row -> row.get("status"))
                .toList();
    }

    void assertNothingIsStoredUnder(String key) {
        assertThat(statusOf(key)).as("rows of the key").isEmpty();
    }

    /** Lets a finished key be past its life. */
    void expire(String key) {
        database.execute(
                "UPDATE idempotency_keys SET expires_at = now() - interval '1 second' WHERE tenant_id = ? AND key = ?",
                id,
                key);
    }

    /**
     * That each key of an order is finished and has its order, which its answer names, and that there is no other order.
     * One statement, so one moment: what is on its way at that moment is either not there at all, or it is a fault.
     */
    void assertKeysAndOrdersAgree() {
        assertThat(disagreements()).as("keys without order, orders without key").isEmpty();
    }

    private List<Map<String, Object>> disagreements() {
        return database.query("""
                SELECT k.status, k.resource_id, o.order_id, convert_from(k.response_body, 'UTF8') AS answer
                FROM (SELECT * FROM idempotency_keys WHERE tenant_id = ? AND path = '/v1/orders') AS k
                FULL JOIN (SELECT * FROM orders WHERE tenant_id = ?) AS o ON o.order_id = k.resource_id
                WHERE k.key IS NULL OR o.order_id IS NULL OR k.status <> 'succeeded' OR k.response_code <> 201
                    OR k.response_headers ->> 'Location' IS DISTINCT FROM '/v1/orders/' || o.order_id
                    OR convert_from(k.response_body, 'UTF8')::jsonb ->> 'order_id' IS DISTINCT FROM o.order_id
                """, id, id);
    }
}
