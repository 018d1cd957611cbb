package io.oncegate.ratelimit.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreSettingsTest {
    private static final String URL = "oncegate.redis.url";

    @Test
    void theDefaultsAndAnAddressAreEnough() {
        assertThat(complaints(Map.of(URL, "redis://redis:6379"))).isEmpty();
        assertThat(complaints(Map.of(URL, "rediss://user:pass@redis"))).isEmpty();
    }

    @Test
    void severalAddressesNeedAMode() {
        var several = "redis://a:1, redis://b:2";

        assertThat(complaints(Map.of(URL, several, "oncegate.redis.mode", "cluster")))
                .isEmpty();
        assertThat(complaints(Map.of(URL, several))).singleElement().asString().contains("oncegate.redis.mode");
        assertThat(complaints(Map.of(URL, several, "oncegate.redis.mode", "sentinel")))
                .singleElement()
                .asString()
                .contains("oncegate.redis.master-name");
    }

    @ParameterizedTest
    @CsvSource({"1, 1000, oncegate.redis.pool-size", "10, 9, oncegate.redis.pool-waiting"})
    void severalServersNeedAPoolThatTheirClientTakes(String size, String waiting, String setting) {
        var pool = Map.of(URL, "redis://a", "oncegate.redis.pool-size", size, "oncegate.redis.pool-waiting", waiting);
        var ofCluster = new HashMap<>(pool);
        ofCluster.put("oncegate.redis.mode", "cluster");

        assertThat(complaints(pool)).isEmpty();
        assertThat(complaints(ofCluster)).singleElement().asString().startsWith(setting + " must be ");
    }

    @Test
    void aMissingAddressIsNamedInBothForms() {
        assertThat(complaints(Map.of()))
                .containsExactly("oncegate.redis.url (ONCEGATE_REDIS_URL) is not set:"
                        + " name the Redis that counts rate limits.");
    }

    @Test
    void anAddressThatIsNoneIsNotRepeated() {
        assertThat(complaints(Map.of(URL, "http://user:secret@redis")))
                .singleElement()
                .asString()
                .startsWith("oncegate.redis.url must be")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.redis.connect-timeout, 0s",
        "oncegate.redis.idle-timeout, 999ms",
        "oncegate.rate-limit.timeout, 2s",
        "oncegate.rate-limit.breaker-window, 0s",
        "oncegate.rate-limit.breaker-probe, 0s",
        "oncegate.rate-limit.breaker-slow, 51ms",
    })
    void aTimeThatMakesNoSenseIsNamed(String setting, String value) {
        assertThat(complaints(Map.of(URL, "redis://redis", setting, value)))
                .singleElement()
                .asString()
                .startsWith(setting + " must be ");
    }

    private static List<String> complaints(Map<String, String> given) {
        return new StoreSettings(Settings.of(RedisConfig.class, given), Settings.of(RateLimitStoreConfig.class, given))
                .complaints();
    }
}
