package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.encoded;
import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorApiIT {

    private static final String TENANTS = "/admin/v1/tenants";

    private static ServiceProcess service;
    private static Api operator;

    @BeforeAll
    static void start() {
        // One account of those that ship has credentials; nobody listens where it points.
        service = ServiceLaunch.on(TestServers.shared().freshDatabase())
                .with("ONCEGATE_PAYMENTS_ACCOUNTS_STRIPE_SECRET", "sk_of_the_tests")
                .with("ONCEGATE_PAYMENTS_ACCOUNTS_STRIPE_URL", "http://127.0.0.1:9")
                .start();
        operator = Api.ofOperator(service);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void makesATenantOnce() {
        RawResponse created = operator.post(TENANTS, Api.tenant("once", "vip"));
        RawResponse repeated = operator.post(TENANTS, Api.tenant("once", "vip"));
        RawResponse otherwise = operator.post(TENANTS, Api.tenant("once", "free"));

        assertThat(outcome(created)).isEqualTo("201");
        assertThat(created.header("Location")).isEmpty();
        assertThat(outcome(repeated)).isEqualTo("200");
        assertThat(repeated.body()).isEqualTo(created.body());
        assertThat(outcome(otherwise)).isEqualTo("409 state-conflict");
        assertThat(json(operator.get(TENANTS + "/once")).getString("plan")).isEqualTo("vip");
        assertThat(operator.auditOf("once"))
                .extracting(entry -> entry.getString("action"))
                .containsExactly("tenant.created");
    }

    @Test
    void changesATenantAndAuditsWhatReallyChanged() {
        String tenant = operator.newTenant();

        RawResponse changed = operator.patch(TENANTS + "/" + tenant, "{\"plan\":\"vip\"}");
        RawResponse repeated = operator.patch(TENANTS + "/" + tenant, "{\"plan\":\"vip\",\"status\":\"active\"}");
        RawResponse nothing = operator.patch(TENANTS + "/" + tenant, "{\"payment_provider\":null}");

        assertThat(List.of(outcome(changed), outcome(repeated), outcome(nothing)))
                .containsOnly("200");
        assertThat(nothing.body()).isEqualTo(changed.body());
        List<JsonObject> audit = operator.auditOf(tenant);
        assertThat(audit)
                .extracting(entry -> entry.getString("action"))
                .containsExactly("tenant.created", "tenant.changed");
        assertThat(audit.get(1).getString("actor")).isEqualTo("operator");
        assertThat(audit.get(1).getJsonObject("before").getString("plan")).isEqualTo("standard");
        assertThat(audit.get(1).getJsonObject("after").getString("plan")).isEqualTo("vip");
        assertThat(audit.get(0).getValue("before")).isNull();
    }

    @Test
    void givesATenantAPaymentProviderAndTakesItAway() {
        String tenant = "shop-" + UUID.randomUUID();
        String path = TENANTS + "/" + tenant;
        String shop = "{\"tenant_id\":\"" + tenant + "\",\"plan\":\"standard\",\"payment_provider\":\"stripe\"}";

        RawResponse created = operator.post(TENANTS, shop);
        RawResponse repeated = operator.post(TENANTS, shop);
        RawResponse another = operator.post(TENANTS, Api.tenant(tenant, "standard"));
        RawResponse kept = operator.patch(path, "{\"plan\":\"vip\"}");
        RawResponse taken = operator.patch(path, "{\"payment_provider\":null}");
        RawResponse given = operator.patch(path, "{\"payment_provider\":\"stripe\"}");

        assertThat(outcome(created)).isEqualTo("201");
        assertThat(outcome(repeated)).isEqualTo("200");
        assertThat(outcome(another)).isEqualTo("409 state-conflict");
        assertThat(json(created).getString("payment_provider")).isEqualTo("stripe");
        assertThat(json(kept).getString("payment_provider")).isEqualTo("stripe");
        assertThat(json(taken).containsKey("payment_provider")).isFalse();
        assertThat(json(given).getString("payment_provider")).isEqualTo("stripe");
    }

    @ParameterizedTest
    @CsvSource({
        "paypal, names no configured payment account",
        "yookassa, names a payment account without credentials or address"
    })
    void refusesAPaymentProviderThatNobodyCanPayThrough(String provider, String detail) {
        String tenant = operator.newTenant();
        String change = "{\"payment_provider\":\"" + provider + "\"}";
        String another = "{\"tenant_id\":\"another\",\"plan\":\"vip\",\"payment_provider\":\"" + provider + "\"}";

        for (RawResponse answer :
                List.of(operator.patch(TENANTS + "/" + tenant, change), operator.post(TENANTS, another))) {
            assertThat(outcome(answer)).isEqualTo("422 validation-failed");
            JsonObject error = json(answer).getJsonArray("errors").getJsonObject(0);
            assertThat(error.getString("pointer")).isEqualTo("/payment_provider");
            assertThat(error.getString("detail")).isEqualTo(detail);
        }
        assertThat(outcome(operator.get(TENANTS + "/another"))).isEqualTo("404 not-found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b",
                "/",
                "a b",
                " ",
                "жё",
                "%",
                "%2F",
                "a%2Fb",
                "a;b=c",
                "a+b",
                "?",
                "#",
                "~",
                "{x}",
                "...",
                "\\",
                "\"",
                "'",
                "😀",
                "a:b@c",
                "&=",
                "*",
                "api-keys"
            })
    void takesAnyTenantIdPercentEncodedInPaths(String id) {
        String tenant = "x" + id;
        String path = TENANTS + "/" + encoded(tenant);

        assertThat(outcome(operator.post(TENANTS, Api.tenant(tenant, "free")))).isEqualTo("201");
        JsonObject key = operator.newKey(tenant, "{\"name\":\"n\"}");

        assertThat(json(operator.get(path)).getString("tenant_id")).isEqualTo(tenant);
        assertThat(json(operator.patch(path, "{\"plan\":\"vip\"}")).getString("plan"))
                .isEqualTo("vip");
        JsonObject listed = json(operator.get(path + "/api-keys"));
        assertThat(listed.getJsonArray("items").getJsonObject(0).getString("id"))
                .isEqualTo(key.getString("id"));
        assertThat(outcome(operator.with(key.getString("api_key")).get("/v1/orders")))
                .isEqualTo("200");
    }

    @Test
    void takesAnIdThatIsTooShortToBeAnythingElse() {
        for (String tenant : List.of("/", " ", "%", "...", "😀".repeat(64))) {
            assertThat(outcome(operator.post(TENANTS, Api.tenant(tenant, "free"))))
                    .isEqualTo("201");
            assertThat(json(operator.get(TENANTS + "/" + encoded(tenant))).getString("tenant_id"))
                    .isEqualTo(tenant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody",
                "%00",
                "a%00",
                "%0A",
                "%C2%85",
                "%FF",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void knowsNoTenantThatCannotBe(String segment) {
        String path = TENANTS + "/" + segment;

        assertThat(outcome(operator.get(path))).isEqualTo("404 not-found");
        assertThat(outcome(operator.patch(path, "{}"))).isEqualTo("404 not-found");
        assertThat(outcome(operator.get(path + "/api-keys"))).isEqualTo("404 not-found");
        assertThat(outcome(operator.post(path + "/api-keys", "{\"name\":\"n\"}")))
                .isEqualTo("404 not-found");
    }

    @Test
    void showsAKeyOnceAndListsItWithoutItsSecret() {
        String tenant = operator.newTenant();
        String path = TENANTS + "/" + tenant + "/api-keys";
        JsonObject issued = operator.newKey(
                tenant,
                "{\"name\":\"n\",\"client\":\"app\",\"scopes\":[\"orders:read\"],\"expires_at\":\"2100-01-01T00:00:00Z\"}");

        assertThat(issued.fieldNames()).containsExactly("id", "api_key");
        RawResponse listed = operator.get(path);
        JsonObject key = json(listed).getJsonArray("items").getJsonObject(0);

        assertThat(key.getString("name")).isEqualTo("n");
        assertThat(key.getString("client")).isEqualTo("app");
        assertThat(key.getJsonArray("scopes").getList()).isEqualTo(List.of("orders:read"));
        assertThat(key.getString("expires_at")).isEqualTo("2100-01-01T00:00:00Z");
        assertThat(key.containsKey("revoked_at")).isFalse();
        assertThat(listed.text()).doesNotContain("ogk_").doesNotContain("sha256");
        assertThat(operator.get("/admin/v1/audit").text()).doesNotContain("ogk_");
        assertThat(operator.auditOf(tenant).get(1).getJsonObject("after").getString("client"))
                .isEqualTo("app");
    }

    @Test
    void revokesAKeyOnce() {
        String tenant = operator.newTenant();
        String path = "/admin/v1/api-keys/"
                + operator.newKey(tenant, "{\"name\":\"n\"}").getString("id");

        assertThat(outcome(operator.delete(path))).isEqualTo("204");
        RawResponse listed = operator.get(TENANTS + "/" + tenant + "/api-keys");
        assertThat(outcome(operator.delete(path))).isEqualTo("204");

        assertThat(json(listed).getJsonArray("items").getJsonObject(0).getString("revoked_at"))
                .isNotBlank();
        assertThat(operator.get(TENANTS + "/" + tenant + "/api-keys").body()).isEqualTo(listed.body());
        assertThat(operator.auditOf(tenant))
                .extracting(entry -> entry.getString("action"))
                .containsExactly("tenant.created", "api-key.created", "api-key.revoked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01J0000000000000000000000A", "x", "%00", "ogk_1"})
    void revokesNoKeyThatIsNotThere(String id) {
        assertThat(outcome(operator.delete("/admin/v1/api-keys/" + id))).isEqualTo("404 not-found");
    }

    @Test
    void namesTheTenantsClientThatOperates() {
        String tenant = operator.newTenant();
        String key = operator.newKey(tenant, "{\"name\":\"n\",\"client\":\"ci\",\"scopes\":[\"operator\"]}")
                .getString("api_key");

        String made = operator.with(key).newTenant();

        assertThat(operator.auditOf(made).get(0).getString("actor")).isEqualTo(tenant + "/ci");
    }

    @Test
    void readsTheAuditPageByPage() {
        String since = operator.auditOf(operator.newTenant()).get(0).getString("at");
        String second = operator.newTenant();
        String third = operator.newTenant();

        JsonObject first = json(operator.get("/admin/v1/audit?limit=2&since=" + encoded(since)));
        JsonObject rest = json(operator.get("/admin/v1/audit?cursor=" + encoded(first.getString("next_cursor"))));

        assertThat(first.getJsonArray("items").getJsonObject(1).getString("subject"))
                .isEqualTo(second);
        assertThat(rest.getJsonArray("items").getJsonObject(0).getString("subject"))
                .isEqualTo(third);
        assertThat(rest.containsKey("next_cursor")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"limit=0, /limit", "limit=x, /limit", "since=now, /since", "cursor=x, /cursor"})
    void refusesAQueryThatIsNone(String query, String pointer) {
        RawResponse answer = operator.get("/admin/v1/audit?" + query);

        assertThat(outcome(answer)).isEqualTo("422 validation-failed");
        assertThat(json(answer).getJsonArray("errors").getJsonObject(0).getString("pointer"))
                .isEqualTo(pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{                                          | 400 malformed-request",
                "{\"tenant_id\":\"a\",\"tenant_id\":\"b\"}  | 400 malformed-request",
                "''                                         | 400 malformed-request",
                "{}                                         | 422 validation-failed",
                "[]                                         | 422 validation-failed",
                "{\"tenant_id\":\"..\",\"plan\":\"vip\"}    | 422 validation-failed"
            })
    void refusesABodyThatIsNone(String body, String expected) {
        assertThat(outcome(operator.post(TENANTS, body))).isEqualTo(expected);
    }

    @Test
    void takesNothingButJson() {
        RawResponse answer = operator.send(RawRequest.of("POST", TENANTS)
                .header("X-Api-Key", operator.key())
                .header("Content-Type", "text/plain")
                .body(Api.tenant("plain", "vip")));

        assertThat(outcome(answer)).isEqualTo("415 unsupported-media-type");
    }
}
