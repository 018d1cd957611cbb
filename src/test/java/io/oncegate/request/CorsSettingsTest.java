package io.oncegate.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsSettingsTest {

    @Test
    void noOriginsAreNoFault() {
        assertThat(CorsSettings.complaints(Settings.of(CorsConfig.class))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://shop.example", "http://localhost:3000", "https://a.example,https://b.example:8443"})
    void takesOrigins(String origins) {
        assertThat(CorsSettings.complaints(config(origins))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "shop.example", "https://shop.example/", "https://*.example", "null", "ftp://shop"})
    void refusesWhatIsNoOrigin(String origin) {
        assertThat(CorsSettings.complaints(config(origin)))
                .containsExactly("oncegate.cors.origins must be origins such as https://shop.example, and \"" + origin
                        + "\" is none.");
    }

    private static CorsConfig config(String origins) {
        return Settings.of(CorsConfig.class, Map.of("oncegate.cors.origins", origins));
    }
}
