package io.oncegate.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.Burst;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Packaged instances that share a database and a Redis, as callers and an operator meet them. */
record Fleet(Database database, List<ServiceProcess> services) implements AutoCloseable {
    /** A read of little work, which every policy of callers counts. */
    static final String READ = "/v1/orders?limit=1";

    private static final String POLICY = "oncegate.rate-limit.policies.%s.%s";

    static Fleet start(int count, UnaryOperator<ServiceLaunch> settings) {
        var database = TestServers.shared().freshDatabase();
        var fleet = new Fleet(database, new ArrayList<>());
        try {
            for (var index = 0; index < count; index++) {
                fleet.services.add(settings.apply(ServiceLaunch.on(database)).start());
            }
            return fleet;
        } catch (RuntimeException | Error failed) {
            fleet.close();
            throw failed;
        }
    }

    /** Redis may take as long as it can be given, since the test's machine may stand still for a while. */
    static ServiceLaunch patient(ServiceLaunch launch) {
        return launch.withProperty("oncegate.rate-limit.timeout", "1s")
                .withProperty("oncegate.rate-limit.breaker-slow", "1s");
    }

    /** What a policy that ships allows to everybody but tenants of the other plans. */
    @CanIgnoreReturnValue
    static ServiceLaunch limited(ServiceLaunch launch, String policy, long capacity, String refill) {
        var variable = "ONCEGATE_RATE_LIMIT_POLICIES_" + policy.toUpperCase(Locale.ROOT);
        return launch.with(variable + "_CAPACITY", String.valueOf(capacity)).with(variable + "_REFILL", refill);
    }

    /** One more policy, of a tenant on one route, which hardly refills. */
    @CanIgnoreReturnValue
    static ServiceLaunch onRoute(ServiceLaunch launch, String policy, String route, int capacity, String onFailure) {
        return launch.withProperty(POLICY.formatted(policy, "level"), "tenant-route")
                .withProperty(POLICY.formatted(policy, "routes"), route)
                .withProperty(POLICY.formatted(policy, "capacity"), String.valueOf(capacity))
                .withProperty(POLICY.formatted(policy, "refill"), "1/1000s")
                .withProperty(POLICY.formatted(policy, "on-store-failure"), onFailure);
    }

    ServiceProcess first() {
        return services.get(0);
    }

    /** A new tenant of the plan standard, whose program calls the first instance. */
    Merchant newMerchant() {
        return new Instance(database, first()).newMerchant();
    }

    /** The same program, led to another instance. */
    Merchant at(int index, Merchant merchant) {
        return new Merchant(new Instance(database, services.get(index)), merchant.tenant(), merchant.apiKey());
    }

    /** Reads that arrive at the same moment, the instances taking turns. */
    List<RawResponse> atOnce(Merchant merchant, int count) {
        var burst = new Burst();
        for (var index = 0; index < count; index++) {
            burst.add(services.get(index % services.size()).url(), merchant.request("GET", READ));
        }
        return burst.send();
    }

    /** Reads one after the other, the instances taking turns. */
    List<RawResponse> inTurn(Merchant merchant, int count) {
        var answers = new ArrayList<RawResponse>();
        for (var index = 0; index < count; index++) {
            answers.add(at(index % services.size(), merchant).get(READ));
        }
        return answers;
    }

    /** Lets every instance do once what it will do under load: the first times take long. */
    void warmUp() {
        var merchant = newMerchant();
        for (var round = 0; round < 5; round++) {
            assertThat(inTurn(merchant, services.size())).isNotEmpty();
        }
    }

    /** A change by the operator, which has to be accepted. */
    @CanIgnoreReturnValue
    JsonObject change(String target, JsonObject body) {
        var answer = RawHttp.exchange(
                first().url(),
                RawRequest.of("PUT", target)
                        .header("X-Api-Key", ServiceLaunch.OPERATOR_KEY)
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
        assertThat(answer.status()).as(answer::text).isEqualTo(200);
        return new JsonObject(answer.text());
    }

    /** A tenant's own limit, by the operator. */
    void changeOf(Merchant merchant, String policy, long capacity, String refill) {
        change(
                "/admin/v1/tenants/" + merchant.tenant() + "/limits/" + policy,
                new JsonObject().put("capacity", capacity).put("refill", refill));
    }

    /** How many were let through. */
    static long passed(List<RawResponse> answers) {
        assertThat(answers)
                .as("answers")
                .allSatisfy(
                        answer -> assertThat(answer.status()).as(answer::text).isIn(200, 429));
        return answers.stream().filter(answer -> answer.status() == 200).count();
    }

    @Override
    public void close() {
        services.forEach(ServiceProcess::close);
    }
}
