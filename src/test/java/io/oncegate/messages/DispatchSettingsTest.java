package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DispatchSettingsTest {

    @Test
    void theDefaultsAreSound() {
        assertThat(complaints(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "poll-interval, 0s, 60 s",
        "poll-interval, 61s, 60 s",
        "lease, 601s, 600 s",
        "send-within, 0s, 600 s",
        "keep-text, 0s, 3650 days"
    })
    void eachHasItsRange(String setting, String value, String most) {
        assertThat(complaints(Map.of("oncegate.messages." + setting, value)))
                .contains("oncegate.messages.%s must be from 1 ms to %s.".formatted(setting, most));
    }

    @Test
    void aMessageIsNotTakenFromWhoeverMaySendIt() {
        assertThat(complaints(Map.of("oncegate.messages.lease", "2s")))
                .singleElement()
                .asString()
                .startsWith("oncegate.messages.lease must be longer than oncegate.messages.send-within");
    }

    private static List<String> complaints(Map<String, String> given) {
        return DispatchSettings.complaints(Settings.of(DispatchConfig.class, given));
    }
}
