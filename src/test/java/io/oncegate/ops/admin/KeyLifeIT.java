package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyLifeIT {

    private static final Duration LONGEST_MEMORY = Duration.ofSeconds(30);

    private static Database database;
    private static ServiceProcess service;
    private static ServiceProcess otherService;
    private static Api operator;

    private final String tenant = operator.newTenant();
    private final Api merchant = operator.as(tenant, "app");
    private final String key = "key-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        // A cleaner that never comes: what has expired can be looked at.
        service = ServiceLaunch.on(database)
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1h")
                .start();
        otherService = ServiceLaunch.on(database)
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1h")
                .start();
        operator = Api.ofOperator(service);
    }

    @AfterAll
    static void stop() {
        service.close();
        otherService.close();
    }

    @Test
    void showsAKeyAndItsLifeButNeitherItsTextNorItsAnswer() {
        JsonObject order = json(merchant.placeOrder(key));

        RawResponse answer = operator.get(path("orders", key));

        JsonObject life = json(answer);
        assertThat(outcome(answer)).isEqualTo("200");
        assertThat(answer.text()).doesNotContain(key).doesNotContain("\"amount\"");
        assertThat(life.getString("tenant_id")).isEqualTo(tenant);
        assertThat(life.getString("principal")).isEqualTo("app");
        assertThat(life.getString("operation")).isEqualTo("orders");
        assertThat(life.getString("key_sha256")).isEqualTo(sha256(key));
        assertThat(life.getString("status")).isEqualTo("succeeded");
        assertThat(life.getInteger("http_status")).isEqualTo(201);
        assertThat(life.getString("resource")).isEqualTo("/v1/orders/" + order.getString("order_id"));
        assertThat(life.getString("resource_id")).isEqualTo(order.getString("order_id"));
        assertThat(life.getInteger("takeovers")).isZero();
        assertThat(life.getBoolean("expired")).isFalse();
        assertThat(events(life)).containsExactly("claimed", "finished", "expires");
    }

    @Test
    void showsAKeyInProgressWithItsLease() {
        insertInProgress("app");

        JsonObject life = json(operator.get(path("orders", key)));

        assertThat(life.getString("status")).isEqualTo("in_progress");
        assertThat(life.getInteger("takeovers")).isEqualTo(1);
        assertThat(life.fieldNames()).doesNotContain("http_status", "resource");
        assertThat(events(life)).containsExactly("claimed", "written", "lease_ends");
    }

    @Test
    void expiresAKeyWhichIsThenExecutedAnewByEveryInstance() {
        // Given
        String first = orderId(merchant.placeOrder(key));
        Api elsewhere = merchant.at(otherService);
        assertThat(elsewhere.placeOrder(key).header("Idempotent-Replayed")).contains("true");

        // When
        assertThat(outcome(operator.delete(path("orders", key)))).isEqualTo("204");

        // Then
        JsonObject life = json(operator.get(path("orders", key)));
        assertThat(life.getBoolean("expired")).isTrue();
        assertThat(events(life)).containsExactly("claimed", "finished", "expires");
        await().atMost(LONGEST_MEMORY)
                .until(() -> !orderId(elsewhere.placeOrder(key)).equals(first));
        String second = orderId(elsewhere.placeOrder(key));
        await().atMost(LONGEST_MEMORY)
                .until(() -> orderId(merchant.placeOrder(key)).equals(second));
        assertThat(database.count("SELECT count(*) FROM orders WHERE tenant_id = ?", tenant))
                .isEqualTo(2);
    }

    @Test
    void expiresAKeyOnceAndAuditsIt() {
        assertThat(outcome(merchant.placeOrder(key))).isEqualTo("201");

        assertThat(outcome(operator.delete(path("orders", key)))).isEqualTo("204");
        RawResponse expired = operator.get(path("orders", key));
        assertThat(outcome(operator.delete(path("orders", key)))).isEqualTo("204");

        assertThat(operator.get(path("orders", key)).text()).isEqualTo(expired.text());
        List<JsonObject> audit = auditOfKeys();
        assertThat(audit).hasSize(1);
        assertThat(audit.get(0).getString("action")).isEqualTo("idempotency-key.expired");
        assertThat(audit.get(0).getString("subject")).isEqualTo(sha256(key));
        assertThat(audit.get(0).getString("actor")).isEqualTo("operator");
        JsonObject before = audit.get(0).getJsonObject("before");
        JsonObject after = audit.get(0).getJsonObject("after");
        assertThat(Instant.parse(after.getString("expires_at")))
                .isBefore(Instant.parse(before.getString("expires_at")));
        assertThat(audit.get(0).encode()).doesNotContain(key);
    }

    @Test
    void leavesAKeyInProgressAsItIs() {
        insertInProgress("app");

        assertThat(outcome(operator.delete(path("orders", key)))).isEqualTo("409 state-conflict");

        assertThat(json(operator.get(path("orders", key))).getString("status")).isEqualTo("in_progress");
        assertThat(auditOfKeys()).isEmpty();
    }

    @Test
    void asksWhoseKeyIsMeantWhereSeveralHaveIt() {
        Api shop = operator.as(tenant, "shop");
        assertThat(outcome(merchant.placeOrder(key))).isEqualTo("201");
        assertThat(outcome(shop.placeOrder(key))).isEqualTo("201");

        RawResponse unclear = operator.delete(path("orders", key));
        assertThat(outcome(unclear)).isEqualTo("422 validation-failed");
        JsonObject error = json(unclear).getJsonArray("errors").getJsonObject(0);
        assertThat(error.getString("pointer")).isEqualTo("/principal");
        assertThat(error.getString("detail")).contains("app", "shop");

        assertThat(outcome(operator.delete(path("orders", key) + "&principal=shop")))
                .isEqualTo("204");
        assertThat(json(operator.get(path("orders", key) + "&principal=shop")).getBoolean("expired"))
                .isTrue();
        assertThat(json(operator.get(path("orders", key) + "&principal=app")).getBoolean("expired"))
                .isFalse();
        assertThat(outcome(operator.get(path("orders", key) + "&principal=nobody")))
                .isEqualTo("404 not-found");
    }

    @Test
    void knowsNoKeyWhereNoneIs() {
        assertThat(outcome(merchant.placeOrder(key))).isEqualTo("201");

        for (String path : List.of(
                path("messages", key),
                path("payments", key),
                path("orders", "another"),
                path("orders", key).replace(tenant, operator.newTenant()),
                path("orders", key).replace(tenant, "nobody"),
                path("orders", key).replace(tenant, "%00"))) {
            assertThat(outcome(operator.get(path))).as(path).isEqualTo("404 not-found");
            assertThat(outcome(operator.delete(path))).as(path).isEqualTo("404 not-found");
        }
        assertThat(outcome(operator.get(path("orders", key)))).isEqualTo("200");
    }

    @Test
    void readsAHashInEitherCase() {
        assertThat(outcome(merchant.placeOrder(key))).isEqualTo("201");

        String path = path("orders", key).replace(sha256(key), sha256(key).toUpperCase(Locale.ROOT));

        assertThat(json(operator.get(path)).getString("key_sha256")).isEqualTo(sha256(key));
    }

    @ParameterizedTest
    @CsvSource({"''", "?key_sha256=", "?key_sha256=x", "?key_sha256=00be3b0b0a7426fb", "?key_sha256=%00"})
    void refusesWhatIsNoHash(String query) {
        String path = "/admin/v1/tenants/" + tenant + "/idempotency-keys/orders" + query;

        assertThat(outcome(operator.get(path))).isEqualTo("422 validation-failed");
        assertThat(outcome(operator.delete(path))).isEqualTo("422 validation-failed");
    }

    @Test
    void isForOperatorsOnly() {
        assertThat(outcome(merchant.get(path("orders", key)))).isEqualTo("403 forbidden");
        assertThat(outcome(merchant.delete(path("orders", key)))).isEqualTo("403 forbidden");
    }

    private String path(String operation, String idempotencyKey) {
        return "/admin/v1/tenants/" + tenant + "/idempotency-keys/" + operation + "?key_sha256="
                + sha256(idempotencyKey);
    }

    private void insertInProgress(String principal) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, recovery_point, worker_token, takeovers, locked_until, created_at)
                VALUES (?, ?, 'POST', '/v1/orders', ?, sha256('x'), 1, 'in_progress', 'started', gen_random_uuid(), 1,
                    now() + interval '1 minute', now() - interval '2 minutes')
                """, tenant, principal, key);
    }

    private List<JsonObject> auditOfKeys() {
        return json(operator.get("/admin/v1/audit")).getJsonArray("items").stream()
                .map(JsonObject.class::cast)
                .filter(entry -> tenant.equals(entry.getString("tenant_id")))
                .filter(entry -> entry.getString("action").startsWith("idempotency-key."))
                .toList();
    }

    private static List<String> events(JsonObject life) {
        return life.getJsonArray("timeline").stream()
                .map(event -> ((JsonObject) event).getString("event"))
                .toList();
    }

    private static String orderId(RawResponse answer) {
        assertThat(outcome(answer)).isEqualTo("201");
        return json(answer).getString("order_id");
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
