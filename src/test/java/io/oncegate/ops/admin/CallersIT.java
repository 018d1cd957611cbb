package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.caller.ApiKey;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceLaunch.FailedStart;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call what, on two instances of the packaged service; the first one's database can be taken away. */
class CallersIT {

    private static final String UNAUTHENTICATED = "401 unauthenticated";
    private static final List<String> SEEN_KEYS = new ArrayList<>();

    private static FaultProxy proxy;
    private static ServiceProcess service;
    private static ServiceProcess other;
    private static Api operator;
    private static String tenant;
    private static Api client;

    @BeforeAll
    static void start() {
        Database database = TestServers.shared().freshDatabase();
        proxy = FaultProxy.to(database.host(), database.port());
        service = ServiceLaunch.on(database.through(FaultProxy.host(), proxy.port()))
                .start();
        other = ServiceLaunch.on(database).start();
        operator = Api.ofOperator(service);
        tenant = operator.newTenant();
        client = operator.as(tenant, "default");
        SEEN_KEYS.add(ServiceLaunch.OPERATOR_KEY);
        SEEN_KEYS.add(client.key());
    }

    @AfterAll
    static void noKeyWasLogged() {
        try {
            for (String key : SEEN_KEYS) {
                assertThat(service.log().lines()).noneMatch(line -> line.contains(key));
                assertThat(other.log().lines()).noneMatch(line -> line.contains(key));
            }
        } finally {
            service.close();
            other.close();
            proxy.close();
        }
    }

    @Test
    void takesAKeyInEitherHeader() {
        assertThat(outcome(client.get("/v1/orders"))).isEqualTo("200");
        assertThat(outcome(client.send(
                        RawRequest.of("GET", "/v1/orders").header("Authorization", "Bearer " + client.key()))))
                .isEqualTo("200");
        assertThat(outcome(client.send(
                        RawRequest.of("GET", "/v1/orders").header("authorization", "bearer " + client.key()))))
                .isEqualTo("200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Api-Key: ",
                "X-Api-Key: garbage",
                "X-Api-Key: ogk_0123456789012345678901234567890123",
                "X-Api-Key: og_demo",
                "X-Api-Key: og_demo_operator",
                "X-Api-Key: {key}0",
                "X-Api-Key: {key}, {key}",
                "X-Api-Key: Bearer {key}",
                "Authorization: {key}",
                "Authorization: Basic {key}",
                "Authorization: Bearer",
                "Authorization: Bearer {key} {key}",
                "Cookie: X-Api-Key={key}",
                "X-Tenant-Id: demo"
            })
    void doesNotKnow(String header) {
        String[] parts = header.replace("{key}", client.key()).split(": ", 2);

        RawResponse answer = client.send(RawRequest.of("GET", "/v1/orders").header(parts[0], parts[1]));

        assertThat(outcome(answer)).isEqualTo(UNAUTHENTICATED);
        assertThat(answer.headers("WWW-Authenticate")).containsExactly("Bearer");
    }

    @Test
    void doesNotKnowWhoSaysNothing() {
        RawResponse answer = client.send(RawRequest.of("GET", "/v1/orders"));

        assertThat(outcome(answer)).isEqualTo(UNAUTHENTICATED);
        assertThat(answer.headers("WWW-Authenticate")).containsExactly("Bearer");
    }

    @ParameterizedTest
    @CsvSource({
        "X-Api-Key, '', X-Api-Key, ''",
        "Authorization, 'Bearer ', Authorization, 'Bearer '",
        "X-Api-Key, '', Authorization, 'Bearer '",
        "Authorization, 'Basic ', x-api-key, ''"
    })
    void doesNotChooseBetweenTwo(String header, String scheme, String otherHeader, String otherScheme) {
        RawResponse answer = client.send(RawRequest.of("GET", "/v1/orders")
                .header(header, scheme + client.key())
                .header(otherHeader, otherScheme + client.key()));

        assertThat(outcome(answer)).isEqualTo("400 ambiguous-credentials");
    }

    @Test
    void authenticatesBeforeAnythingElseIsLookedAt() {
        RawResponse answer = client.with("garbage").post("/v1/orders", "{");
        RawResponse admin = client.with("garbage").post("/admin/v1/tenants", "{");

        assertThat(outcome(answer)).isEqualTo(UNAUTHENTICATED);
        assertThat(outcome(admin)).isEqualTo(UNAUTHENTICATED);
    }

    @Test
    void keepsTheOperatorAndTenantsApart() {
        assertThat(outcome(operator.get("/v1/orders"))).isEqualTo("403 forbidden");
        assertThat(outcome(operator.placeOrder("k"))).isEqualTo("403 forbidden");
        assertThat(outcome(client.get("/admin/v1/audit"))).isEqualTo("403 forbidden");
        assertThat(outcome(client.get("/admin/v1/tenants/" + tenant))).isEqualTo("403 forbidden");
        assertThat(outcome(client.post("/admin/v1/tenants", Api.tenant("x", "vip"))))
                .isEqualTo("403 forbidden");
    }

    @Test
    void allowsWhatTheScopesSay() {
        Api reader = client.with(operator.newKey(tenant, "{\"name\":\"n\",\"scopes\":[\"orders:read\"]}")
                .getString("api_key"));
        Api operating = client.with(operator.newKey(tenant, "{\"name\":\"n\",\"scopes\":[\"operator\"]}")
                .getString("api_key"));

        assertThat(outcome(reader.get("/v1/orders"))).isEqualTo("200");
        assertThat(outcome(reader.placeOrder("k"))).isEqualTo("403 forbidden");
        assertThat(outcome(operating.get("/admin/v1/audit"))).isEqualTo("200");
        assertThat(outcome(operating.get("/v1/orders"))).isEqualTo("403 forbidden");
    }

    @Test
    void takesTheTenantFromTheCredentialAlone() {
        String rival = operator.newTenant();
        Api rivals = operator.as(rival, "default");

        RawResponse placed = client.send(RawRequest.of("POST", "/v1/orders")
                .header("X-Api-Key", client.key())
                .header("X-Tenant-Id", rival)
                .header("Idempotency-Key", "of-the-credential")
                .header("Content-Type", "application/json")
                .body("{\"user_id\":\"u\",\"amount\":100,\"currency\":\"EUR\"}"));
        String location = placed.header("Location").orElseThrow();

        assertThat(outcome(client.get(location))).isEqualTo("200");
        assertThat(outcome(rivals.get(location))).isEqualTo("404 not-found");
    }

    @Test
    void givesKeysThatRotateOnePrincipal() {
        RawResponse first = operator.as(tenant, "app").placeOrder("rotated");

        RawResponse rotated = operator.as(tenant, "app").placeOrder("rotated");
        RawResponse stranger = operator.as(tenant, "batch").placeOrder("rotated");

        assertThat(first.status()).isEqualTo(201);
        assertThat(rotated.header("Idempotent-Replayed")).contains("true");
        assertThat(rotated.body()).isEqualTo(first.body());
        assertThat(stranger.status()).isEqualTo(201);
        assertThat(stranger.header("Idempotent-Replayed")).isEmpty();
        assertThat(json(stranger).getString("order_id"))
                .isNotEqualTo(json(first).getString("order_id"));
    }

    @Test
    void feelsARevocationHereAtOnceAndElsewhereWithinFiveSeconds() {
        JsonObject key = operator.newKey(tenant, "{\"name\":\"n\"}");
        Api revoked = client.with(key.getString("api_key"));
        assertThat(outcome(revoked.get("/v1/orders"))).isEqualTo("200");
        assertThat(outcome(revoked.at(other).get("/v1/orders"))).isEqualTo("200");

        assertThat(outcome(operator.delete("/admin/v1/api-keys/" + key.getString("id"))))
                .isEqualTo("204");

        assertThat(outcome(revoked.get("/v1/orders"))).isEqualTo(UNAUTHENTICATED);
        await().atMost(Duration.ofSeconds(5))
                .until(() -> outcome(revoked.at(other).get("/v1/orders")).equals(UNAUTHENTICATED));
    }

    @Test
    void feelsASuspensionAndItsEnd() {
        String suspended = operator.newTenant();
        Api theirs = operator.as(suspended, "default");
        assertThat(outcome(theirs.get("/v1/orders"))).isEqualTo("200");

        assertThat(outcome(operator.patch("/admin/v1/tenants/" + suspended, "{\"status\":\"suspended\"}")))
                .isEqualTo("200");
        assertThat(outcome(theirs.get("/v1/orders"))).isEqualTo("403 tenant-suspended");
        assertThat(outcome(theirs.placeOrder("k"))).isEqualTo("403 tenant-suspended");

        assertThat(outcome(operator.patch("/admin/v1/tenants/" + suspended, "{\"status\":\"active\"}")))
                .isEqualTo("200");
        assertThat(outcome(theirs.get("/v1/orders"))).isEqualTo("200");
    }

    @Test
    void forgetsAKeyThatHasExpired() {
        String soon = Instant.now().plusSeconds(3).toString();
        Api theirs = client.with(operator.newKey(tenant, "{\"name\":\"n\",\"expires_at\":\"" + soon + "\"}")
                .getString("api_key"));
        assertThat(outcome(theirs.get("/v1/orders"))).isEqualTo("200");

        await().atMost(Duration.ofSeconds(10))
                .until(() -> outcome(theirs.get("/v1/orders")).equals(UNAUTHENTICATED));
    }

    @Test
    void asksNobodyAboutWhatCannotBeAKey() {
        String unknown = ApiKey.generate(new SecureRandom());
        proxy.refuse();
        try {
            assertThat(outcome(client.with("garbage").get("/v1/orders"))).isEqualTo(UNAUTHENTICATED);
            assertThat(outcome(client.with(unknown + "x").get("/v1/orders"))).isEqualTo(UNAUTHENTICATED);
            assertThat(outcome(client.with(swapped(unknown)).get("/v1/orders"))).isEqualTo(UNAUTHENTICATED);
            assertThat(outcome(operator.get("/v1/orders"))).isEqualTo("403 forbidden");
            RawResponse away = client.with(unknown).get("/v1/orders");
            assertThat(outcome(away)).isEqualTo("503 storage-unavailable");
            assertThat(away.header("Retry-After")).isPresent();
        } finally {
            proxy.pass();
        }
        await().atMost(Duration.ofSeconds(10))
                .until(() -> outcome(client.with(unknown).get("/v1/orders")).equals(UNAUTHENTICATED));
    }

    @ParameterizedTest
    @CsvSource({
        "ONCEGATE_BOOTSTRAP_OPERATOR_KEY, too-short, oncegate.bootstrap-operator-key",
        "ONCEGATE_DEMO, true, oncegate.demo"
    })
    void doesNotStartWithAKeyThatAnyoneMayGuess(String variable, String value, String setting) {
        FailedStart failed = ServiceLaunch.on(TestServers.shared().freshDatabase())
                .with(variable, value)
                .fails();

        assertThat(failed.exitCode()).isNotZero();
        assertThat(failed.output()).anyMatch(line -> line.contains(setting));
        assertThat(failed.output()).noneMatch(line -> line.contains("too-short"));
    }

    private static String swapped(String key) {
        char last = key.charAt(key.length() - 1);
        return key.substring(0, key.length() - 1) + (last == 'a' ? 'b' : 'a');
    }
}
