package io.oncegate.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.RateLimitConfig.PolicyConfig;
import io.oncegate.request.TestRoutes;
import io.oncegate.testsupport.Settings;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RateLimitSettingsTest {

    private static final String X = "oncegate.rate-limit.policies.x.";

    @Test
    void findsNoFaultInWhatShips() throws IOException {
        RateLimitConfig shipped = Settings.of(RateLimitConfig.class, shipped());

        assertThat(shipped.policies().keySet())
                .containsExactlyInAnyOrder(
                        "address",
                        "client",
                        "tenant",
                        "export",
                        "recipient",
                        "payment-attempts",
                        "replay",
                        "admin",
                        "webhook-source",
                        "global");
        assertThat(complaints(shipped)).isEmpty();
    }

    @Test
    void oneMemberOfAPolicyThatShipsCanBeSetByItself() throws IOException {
        Map<String, String> settings = shipped();
        settings.put("oncegate.rate-limit.policies.client.plans.vip.capacity", "7");

        PolicyConfig client =
                Settings.of(RateLimitConfig.class, settings).policies().get("client");

        assertThat(client.plans().get("vip").capacity()).isEqualTo(7);
        assertThat(client.plans().get("vip").refill()).isEqualTo(new Rate(500, 1));
        assertThat(client.capacity()).isEqualTo(20);
    }

    @Test
    void readsEveryWordAsItIsWrittenElsewhere() {
        PolicyConfig config = policy(Map.of(
                X + "level", "tenant-route",
                X + "routes", "POST /v1/orders,/v1/messages",
                X + "algorithm", "sliding-window",
                X + "refill", "1000/d",
                X + "mode", "soft",
                X + "store", "shared",
                X + "on-store-failure", "closed",
                X + "soft-percent", "0"));

        assertThat(config.level()).isEqualTo(Level.TENANT_ROUTE);
        assertThat(config.routes().orElseThrow()).containsExactlyInAnyOrder("POST /v1/orders", "/v1/messages");
        assertThat(config.algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW);
        assertThat(config.refill()).isEqualTo(new Rate(5, 432));
        assertThat(config.mode()).isEqualTo(Mode.SOFT);
        assertThat(config.onStoreFailure()).isEqualTo(OnStoreFailure.CLOSED);
        assertThat(complaints(config(Map.of(X + "refill", "1/10s")))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void everyLevelHasAStoreThatSuitsIt(Level level) {
        assertThat(complaints(config(Map.of(X + "level", level.wire())))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "capacity            | 0                | oncegate.rate-limit.policies.x.capacity",
                "capacity            | -1               | oncegate.rate-limit.policies.x.capacity",
                "capacity            | 9007199255       | oncegate.rate-limit.policies.x.capacity",
                "capacity            | 9223372036854775807 | oncegate.rate-limit.policies.x.capacity",
                "refill              | 1/1000000000s    | ''",
                "routes              | /v1/nothing      | oncegate.rate-limit.policies.x.routes",
                "routes              | DELETE /v1/orders | oncegate.rate-limit.policies.x.routes",
                "routes              | POST  /v1/orders | oncegate.rate-limit.policies.x.routes",
                "soft-percent        | 101              | oncegate.rate-limit.policies.x.soft-percent",
                "soft-percent        | -1               | oncegate.rate-limit.policies.x.soft-percent",
                "store               | leased           | oncegate.rate-limit.policies.x.store must be shared or local",
                "plans.gold.capacity | 1                | oncegate.rate-limit.policies.x.plans.gold",
                "plans.vip.capacity  | 0                | oncegate.rate-limit.policies.x.plans.vip.capacity",
            })
    void namesTheSettingThatIsWrong(String member, String value, String beginning) {
        Map<String, String> given = new HashMap<>(Map.of(X + member, value));
        if (member.startsWith("plans.")) {
            given.put(X + member.replace("capacity", "refill"), "1/s");
        }

        assertThat(unreadableOr(given))
                .singleElement()
                .asString()
                .startsWith(beginning)
                .endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "ip, shared, store",
        "operator, leased, store",
        "global, shared, store",
        "route, shared, store",
        "tenant, leased, store",
    })
    void refusesAStoreThatDoesNotSuitTheLevel(String level, String store, String member) {
        assertThat(complaints(config(Map.of(X + "level", level, X + "store", store))))
                .singleElement()
                .asString()
                .startsWith(X + member);
    }

    @ParameterizedTest
    @CsvSource({"local", "leased"})
    void onlyATokenBucketCanBeAnywhereButInRedis(String store) {
        assertThat(complaints(
                        config(Map.of(X + "level", "global", X + "store", store, X + "algorithm", "fixed-window"))))
                .containsExactly(X + "algorithm must be token-bucket for a store that is " + store + ".");
    }

    @Test
    void noTenantNoPlan() {
        Map<String, String> given =
                Map.of(X + "level", "ip", X + "plans.vip.capacity", "1", X + "plans.vip.refill", "1/s");

        assertThat(complaints(config(given)))
                .containsExactly(X + "plans must not be there for the level ip, which no tenant has.");
    }

    @Test
    void refusesANameThatIsNone() {
        RateLimitConfig config = Settings.of(
                RateLimitConfig.class,
                Map.of(
                        "oncegate.rate-limit.policies.\"a.b\".level", "client",
                        "oncegate.rate-limit.policies.\"a.b\".capacity", "1",
                        "oncegate.rate-limit.policies.\"a.b\".refill", "1/s"));

        assertThat(complaints(config)).singleElement().asString().contains("\"a.b\"");
    }

    @ParameterizedTest
    @CsvSource({"refill, 0/s", "refill, 10", "refill, ten/s", "level, planet", "mode, off", "capacity, 1e3"})
    void aValueThatCannotBeReadIsNone(String member, String value) {
        assertThatThrownBy(() -> config(Map.of(X + member, value)))
                .hasStackTraceContaining(X + member)
                .hasStackTraceContaining(value);
    }

    private static List<String> unreadableOr(Map<String, String> given) {
        try {
            return complaints(config(given));
        } catch (RuntimeException unreadable) {
            return List.of(unreadable.getMessage() + ".");
        }
    }

    private static PolicyConfig policy(Map<String, String> given) {
        return config(given).policies().get("x");
    }

    private static RateLimitConfig config(Map<String, String> given) {
        Map<String, String> settings =
                new HashMap<>(Map.of(X + "level", "client", X + "capacity", "1", X + "refill", "1/s"));
        settings.putAll(given);
        return Settings.of(RateLimitConfig.class, settings);
    }

    private static List<String> complaints(RateLimitConfig config) {
        return RateLimitSettings.complaints(config, TestRoutes.all());
    }

    private static Map<String, String> shipped() throws IOException {
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            properties.load(file);
        }
        Map<String, String> ours = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("oncegate.rate-limit."))
                .forEach(name -> ours.put(name, properties.getProperty(name)));
        return ours;
    }
}
