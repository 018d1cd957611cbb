package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencySettingsTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration BUDGET = Duration.ofSeconds(5);

    @Test
    void theDefaultsAreFine() {
        assertThat(IdempotencySettings.complaints(Settings.of(IdempotencyConfig.class)))
                .isEmpty();
        assertThat(IdempotencySettings.complaints("oncegate.operations.x", DAY, BUDGET, List.of("/a/b", "/c")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mismatch-status, 400",
        "cache-ttl, 6s",
        "cache-ttl, -1s",
        "lease, 0s",
        "wait-interval, 0ms",
        "cleaner-interval, 0s"
    })
    void aBadSettingIsNamed(String setting, String value) {
        var name = "oncegate.idempotency." + setting;
        var config = Settings.of(IdempotencyConfig.class, Map.of(name, value));

        assertThat(IdempotencySettings.complaints(config))
                .singleElement()
                .asString()
                .startsWith(name + " must be ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timestamp"})
    void aPointerThatIsNoneIsNamed(String pointer) {
        assertThat(IdempotencySettings.complaints("oncegate.operations.x", DAY, BUDGET, List.of(pointer)))
                .singleElement()
                .asString()
                .contains("oncegate.operations.x.fingerprint-excludes", "\"" + pointer + "\"");
    }

    @Test
    void anOperationsTimesAreChecked() {
        assertThat(IdempotencySettings.complaints("x", Duration.ZERO, Duration.ofSeconds(61), List.of()))
                .containsExactly("x.retention must be at least 1 ms.", "x.budget must be from 1 ms to 60 s.");
    }
}
