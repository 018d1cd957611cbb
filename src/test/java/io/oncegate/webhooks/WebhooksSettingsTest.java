package io.oncegate.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhooksSettingsTest {

    private static List<String> complaints(Map<String, String> given) {
        return WebhooksSettings.complaints(Settings.of(WebhooksConfig.class, given));
    }

    @Test
    void findsNoFaultInTheDefaults() {
        assertThat(complaints(Map.of())).isEmpty();
        assertThat(complaints(Map.of("oncegate.webhooks.sources.yookassa.networks", "185.71.76.0/27, 2a02:5180::/32")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tolerance                 | 0s                    | oncegate.webhooks.tolerance must be from 1 s to 1 day.
            tolerance                 | 25h                   | oncegate.webhooks.tolerance must be from 1 s to 1 day.
            poll-interval             | 0s                    | oncegate.webhooks.poll-interval must be from 1 ms to 1 h.
            park-for                  | 0s                    | oncegate.webhooks.park-for must be from 1 ms to 3650 days.
            keep                      | 4000d                 | oncegate.webhooks.keep must be from 1 ms to 3650 days.
            sources.yookassa.networks | 10.0.0.0/8, somewhere | oncegate.webhooks.sources.yookassa.networks must be \
            addresses or networks such as 192.0.2.0/24, and "somewhere" is neither.
            """)
    void namesTheSettingThatIsWrong(String setting, String value, String sentence) {
        assertThat(complaints(Map.of("oncegate.webhooks." + setting, value))).containsExactly(sentence);
    }
}
