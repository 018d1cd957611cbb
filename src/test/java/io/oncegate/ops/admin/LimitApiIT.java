package io.oncegate.ops.admin;

import static io.oncegate.ops.admin.Api.json;
import static io.oncegate.ops.admin.Api.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two packaged instances: an operator changes limits and profile at one of them. */
class LimitApiIT {

    private static final String LIMITS = "/admin/v1/limits";
    private static final String PROFILE = "/admin/v1/profile";

    /** What is promised, and as much again for a machine that is busy with other tests. */
    private static final Duration FELT = Duration.ofSeconds(10);

    private static Database database;
    private static ServiceProcess one;
    private static ServiceProcess two;
    private static Api operator;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        one = launch().start();
        two = launch().start();
        operator = Api.ofOperator(one);
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
    }

    @Test
    void listsThePoliciesThatShip() {
        JsonObject limits = json(operator.get(LIMITS));

        assertThat(limits.fieldNames()).containsExactly("items");
        assertThat(limits.getJsonArray("items").stream().map(JsonObject.class::cast))
                .extracting(item -> item.getString("policy"))
                .containsExactly(
                        "address",
                        "admin",
                        "client",
                        "export",
                        "global",
                        "payment-attempts",
                        "recipient",
                        "replay",
                        "tenant",
                        "webhook-source");
        assertThat(limit(operator, "address"))
                .isEqualTo(new JsonObject()
                        .put("policy", "address")
                        .put("level", "ip")
                        .put("store", "local")
                        .put("algorithm", "token-bucket")
                        .put("capacity", 600)
                        .put("refill", "200/s")
                        .put("mode", "enforce")
                        .put("on_store_failure", "local")
                        .put("source", "base"));
        assertThat(limit(operator, "tenant").getJsonObject("plans"))
                .isEqualTo(new JsonObject()
                        .put("free", plan(50, "25/s", "plan"))
                        .put("standard", plan(100, "50/s", "base"))
                        .put("vip", plan(5000, "2500/s", "plan")));
        assertThat(limit(operator, "export").getJsonArray("routes")).containsExactly("GET /v1/orders/export");
    }

    @Test
    void changesALimitForAllAndTakesItBack() {
        // When
        RawResponse changed = operator.put(
                LIMITS + "/replay", limitBody(7, "1/10s").put("mode", "soft").encode());
        RawResponse repeated = operator.put(
                LIMITS + "/replay", limitBody(7, "1/10s").put("mode", "soft").encode());

        // Then
        assertThat(List.of(outcome(changed), outcome(repeated))).containsOnly("200");
        assertThat(repeated.body()).isEqualTo(changed.body());
        assertThat(json(changed).getString("source")).isEqualTo("operator");
        assertThat(json(changed).getString("mode")).isEqualTo("soft");
        assertThat(json(changed).getJsonObject("plans").getJsonObject("vip")).isEqualTo(plan(7, "1/10s", "operator"));
        await().atMost(FELT).until(() -> limit(operator.at(two), "replay").equals(json(changed)));

        // When
        RawResponse takenBack =
                operator.put(LIMITS + "/replay", limitBody(100, "50/s").encode());

        // Then
        assertThat(json(takenBack).getString("source")).isEqualTo("base");
        assertThat(json(takenBack).getJsonObject("plans").getJsonObject("vip")).isEqualTo(plan(1000, "1000/s", "plan"));
        await().atMost(FELT).until(() -> limit(operator.at(two), "replay").equals(json(takenBack)));
        List<JsonObject> audit = audit("subject = 'replay' AND tenant_id IS NULL");
        assertThat(audit)
                .extracting(entry -> entry.getString("action"))
                .containsExactly("limit.changed", "limit.taken-back");
        assertThat(audit.get(0).getJsonObject("after"))
                .isEqualTo(new JsonObject()
                        .put("capacity", 7)
                        .put("refill", "1/10s")
                        .put("mode", "soft"));
        assertThat(audit.get(1).getJsonObject("before")).isEqualTo(audit.get(0).getJsonObject("after"));
    }

    @Test
    void aTenantsOwnLimitIsNearerThanOneForAll() {
        // Given
        String tenant = operator.newTenant();
        String path = ofTenant(tenant, "recipient");
        assertThat(outcome(operator.put(
                        LIMITS + "/recipient",
                        limitBody(6, "6/m").put("on_store_failure", "closed").encode())))
                .isEqualTo("200");

        // When
        RawResponse changed = operator.put(path, limitBody(9, "9/m").encode());
        RawResponse repeated = operator.put(path, limitBody(9, "9/m").encode());
        RawResponse takenBack = operator.delete(path);
        RawResponse takenBackAgain = operator.delete(path);

        // Then
        assertThat(outcome(changed)).isEqualTo("200");
        assertThat(json(changed).getString("source")).isEqualTo("tenant");
        assertThat(json(changed).getLong("capacity")).isEqualTo(9);
        assertThat(json(changed).getString("on_store_failure")).isEqualTo("closed");
        assertThat(json(changed).containsKey("plans")).isFalse();
        assertThat(repeated.body()).isEqualTo(changed.body());
        assertThat(List.of(outcome(takenBack), outcome(takenBackAgain))).containsOnly("204");
        assertThat(limit(operator, "recipient").getLong("capacity")).isEqualTo(6);
        assertThat(audit("tenant_id = '" + tenant + "' AND subject = 'recipient'"))
                .extracting(entry -> entry.getString("action"))
                .containsExactly("limit.changed", "limit.taken-back");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "client | {}                                                              | /capacity",
                "client | {'capacity':0,'refill':'1/s'}                                   | /capacity",
                "client | {'capacity':9000000000,'refill':'1/10s'}                        | /capacity",
                "client | {'capacity':1,'refill':'0/s'}                                   | /refill",
                "client | {'capacity':1,'refill':'1/s','mode':'off'}                      | /mode",
                "global | {'capacity':1,'refill':'1/s','algorithm':'fixed-window'}        | /algorithm",
                "client | {'capacity':1,'refill':'1/s','on_store_failure':0}              | /on_store_failure"
            })
    void refusesABadChangeAndKeepsWhatWasThere(String policy, String body, String pointer) {
        JsonObject before = limit(operator, policy);
        String tenant = operator.newTenant();

        RawResponse answer = operator.put(LIMITS + "/" + policy, body.replace('\'', '"'));
        RawResponse ofTenant = operator.put(ofTenant(tenant, policy), body.replace('\'', '"'));

        assertThat(outcome(answer)).isEqualTo("422 validation-failed");
        assertThat(pointers(answer)).contains(pointer);
        assertThat(outcome(ofTenant)).isEqualTo("422 validation-failed");
        assertThat(limit(operator, policy)).isEqualTo(before);
        assertThat(audit("subject = '" + policy + "'")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"address", "admin", "global"})
    void aPolicyThatNoTenantHasIsNoTenantsOwn(String policy) {
        String path = ofTenant(operator.newTenant(), policy);

        RawResponse changed = operator.put(path, limitBody(1, "1/s").encode());

        assertThat(outcome(changed)).isEqualTo("422 validation-failed");
        assertThat(pointers(changed)).containsExactly("/policy");
        assertThat(outcome(operator.delete(path))).isEqualTo("422 validation-failed");
    }

    @Test
    void knowsNoPolicyAndNoTenantThatIsNotThere() {
        String tenant = operator.newTenant();
        String body = limitBody(1, "1/s").encode();

        assertThat(outcome(operator.put(LIMITS + "/none", body))).isEqualTo("404 not-found");
        assertThat(outcome(operator.put(ofTenant(tenant, "none"), body))).isEqualTo("404 not-found");
        assertThat(outcome(operator.delete(ofTenant(tenant, "none")))).isEqualTo("404 not-found");
        for (String stranger : List.of("nobody", "%0A", "%00")) {
            assertThat(outcome(operator.put(ofTenant(stranger, "client"), body)))
                    .isEqualTo("404 not-found");
            assertThat(outcome(operator.delete(ofTenant(stranger, "client")))).isEqualTo("404 not-found");
        }
    }

    @Test
    void changesTheProfileEverywhere() {
        assertThat(json(operator.get(PROFILE))).isEqualTo(new JsonObject().put("profile", "normal"));
        try {
            RawResponse changed = operator.put(PROFILE, "{\"profile\":\"emergency\"}");
            RawResponse repeated = operator.put(PROFILE, "{\"profile\":\"emergency\"}");

            assertThat(List.of(outcome(changed), outcome(repeated))).containsOnly("200");
            assertThat(json(changed)).isEqualTo(new JsonObject().put("profile", "emergency"));
            assertThat(json(operator.get(PROFILE))).isEqualTo(json(changed));
            await().atMost(FELT).until(() -> json(operator.at(two).get(PROFILE)).equals(json(changed)));
            assertThat(metrics(one)).contains("oncegate_profile 2.0");
            assertThat(limit(operator, "client").getLong("capacity")).isEqualTo(20);
            assertThat(audit("subject = 'profile'"))
                    .containsExactly(new JsonObject()
                            .put("action", "profile.changed")
                            .put("before", new JsonObject().put("profile", "normal"))
                            .put("after", new JsonObject().put("profile", "emergency")));
        } finally {
            assertThat(outcome(operator.put(PROFILE, "{\"profile\":\"normal\"}")))
                    .isEqualTo("200");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"profile\":\"panic\"}", "{\"profile\":2}", "[]"})
    void refusesAProfileThatIsNone(String body) {
        assertThat(outcome(operator.put(PROFILE, body))).isEqualTo("422 validation-failed");
    }

    @Test
    void opensForOperatorsOnly() {
        Api stranger = operator.as(operator.newTenant(), "app");
        String body = limitBody(1, "1/s").encode();

        assertThat(List.of(
                        outcome(stranger.get(LIMITS)),
                        outcome(stranger.put(LIMITS + "/client", body)),
                        outcome(stranger.put(ofTenant("t", "client"), body)),
                        outcome(stranger.delete(ofTenant("t", "client"))),
                        outcome(stranger.get(PROFILE)),
                        outcome(stranger.put(PROFILE, "{\"profile\":\"emergency\"}"))))
                .containsOnly("403 forbidden");
    }

    @Test
    void eachInstanceShowsThatItLivesAndTakesLeave() {
        try (ServiceProcess third = launch().start()) {
            assertThat(instances()).isEqualTo(3);

            third.stop();

            assertThat(instances()).isEqualTo(2);
        }
    }

    @Test
    void aBadSettingEndsTheStartWithASentenceThatNamesIt() {
        var failed = launch().with("ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_CAPACITY", "0")
                .fails();

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output())
                .filteredOn(line -> !line.startsWith("{"))
                .containsExactly("oncegate.rate-limit.policies.client.capacity"
                        + " (ONCEGATE_RATE_LIMIT_POLICIES_CLIENT_CAPACITY) must be at least 1.");
    }

    private static ServiceLaunch launch() {
        return ServiceLaunch.on(database).withShippedLimits();
    }

    private static long instances() {
        return database.count("SELECT count(*) FROM instances");
    }

    private static String ofTenant(String tenant, String policy) {
        return "/admin/v1/tenants/" + tenant + "/limits/" + policy;
    }

    private static JsonObject limitBody(long capacity, String refill) {
        return new JsonObject().put("capacity", capacity).put("refill", refill);
    }

    private static JsonObject plan(long capacity, String refill, String source) {
        return limitBody(capacity, refill).put("source", source);
    }

    private static JsonObject limit(Api api, String policy) {
        JsonArray items = json(api.get(LIMITS)).getJsonArray("items");
        return items.stream()
                .map(JsonObject.class::cast)
                .filter(item -> item.getString("policy").equals(policy))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> pointers(RawResponse problem) {
        return json(problem).getJsonArray("errors").stream()
                .map(JsonObject.class::cast)
                .map(error -> error.getString("pointer"))
                .toList();
    }

    /** Entries as far as they say what was changed, oldest first. */
    private static List<JsonObject> audit(String condition) {
        return database
                .query("SELECT action, before::text, after::text FROM audit WHERE " + condition + " ORDER BY at, id")
                .stream()
                .map(row -> new JsonObject()
                        .put("action", row.get("action"))
                        .put("before", jsonOrNull(row.get("before")))
                        .put("after", jsonOrNull(row.get("after"))))
                .toList();
    }

    private static JsonObject jsonOrNull(Object text) {
        return text == null ? null : new JsonObject((String) text);
    }

    private static String metrics(ServiceProcess service) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text();
    }
}
