package io.oncegate.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tenants and programs whose names look like parts of a key, or almost like each other. */
class TenantNamesIT {
    private static final int CAPACITY = 3;

    private static final List<String> TENANTS = List.of(
            "a:b",
            "a",
            "a}b",
            "{x}",
            "x",
            "{}",
            "127.0.0.1",
            "~",
            "%7E",
            "a%3Ab",
            "\u00e4",
            "x".repeat(63) + "1",
            "x".repeat(63) + "2");

    private static final List<String> PROGRAMS = List.of("default", "b", "b:c", "}:v1:client:b");

    private static Fleet fleet;

    @BeforeAll
    static void start() {
        fleet = Fleet.start(
                1,
                launch -> Fleet.limited(
                        Fleet.limited(Fleet.patient(launch), "client", CAPACITY, "1/1000s"),
                        "tenant",
                        CAPACITY * (PROGRAMS.size() - 1L),
                        "1/1000s"));
        fleet.warmUp();
    }

    @AfterAll
    static void stop() {
        if (fleet != null) {
            fleet.close();
        }
    }

    /** Each program has its own, and the tenant's is used up by all but the last of them. */
    @Test
    void eachHasBucketsOfItsOwn() {
        var programs = new LinkedHashMap<String, List<Merchant>>();
        for (var tenant : TENANTS) {
            assertThat(operator(
                                    "/admin/v1/tenants",
                                    new JsonObject().put("tenant_id", tenant).put("plan", "standard"))
                            .status())
                    .isEqualTo(201);
            programs.put(
                    tenant, PROGRAMS.stream().map(name -> program(tenant, name)).toList());
        }

        for (var index = 0; index < PROGRAMS.size(); index++) {
            for (var tenant : TENANTS) {
                var passed = Fleet.passed(fleet.inTurn(programs.get(tenant).get(index), CAPACITY + 1));
                assertThat(passed)
                        .as("tenant %s, program %s", tenant, PROGRAMS.get(index))
                        .isEqualTo(index < PROGRAMS.size() - 1 ? CAPACITY : 0);
            }
        }
    }

    @Test
    void aNameWithALineBreakOrWithoutEndIsRefused() {
        assertThat(Stream.of("a\nb", "a\r", "\u0000", "x".repeat(65), "x".repeat(10_000))
                        .map(name -> operator(
                                "/admin/v1/tenants",
                                new JsonObject().put("tenant_id", name).put("plan", "standard"))))
                .extracting(RawResponse::status)
                .containsOnly(422);
    }

    private static Merchant program(String tenant, String name) {
        var path = "/admin/v1/tenants/"
                + URLEncoder.encode(tenant, StandardCharsets.UTF_8).replace("+", "%20") + "/api-keys";
        var answer = operator(path, new JsonObject().put("name", "test").put("client", name));
        assertThat(answer.status()).as(answer::text).isEqualTo(201);
        return new Merchant(
                new Instance(fleet.database(), fleet.first()),
                tenant,
                new JsonObject(answer.text()).getString("api_key"));
    }

    private static RawResponse operator(String target, JsonObject body) {
        return RawHttp.exchange(
                fleet.first().url(),
                RawRequest.of("POST", target)
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
    }
}
