package io.oncegate.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxSettingsTest {
    private static final String URL = "oncegate.sandbox.url";

    @ParameterizedTest
    @CsvSource({
        "'', false, true, true",
        "'', true, true, true",
        "http://127.0.0.1:9099, false, true, false",
        "http://127.0.0.1:9099, true, true, true",
        "http://127.0.0.1:9099, false, false, true",
        "http://127.0.0.1:9099, true, false, true"
    })
    void productionTakesASandboxOnlyByAWordOfItsOwn(String url, String allowed, boolean production, boolean fine) {
        var config = Settings.of(SandboxConfig.class, Map.of(URL, url, "oncegate.allow-sandbox", allowed));

        var complaints = SandboxSettings.complaints(config, production);

        assertThat(complaints).hasSize(fine ? 0 : 1);
        assertThat(complaints)
                .allSatisfy(sentence -> assertThat(sentence)
                        .contains(URL, "ONCEGATE_SANDBOX_URL", "oncegate.allow-sandbox", "ONCEGATE_ALLOW_SANDBOX")
                        .endsWith("."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:9099",
                "/sandbox",
                "ftp://host",
                "http:opaque",
                "http://user@host",
                "http://host?x=1",
                "http://host#x"
            })
    void anAddressThatIsNoneIsNamed(String url) {
        var config = Settings.of(SandboxConfig.class, Map.of(URL, url));

        assertThat(SandboxSettings.complaints(config, false))
                .singleElement()
                .asString()
                .startsWith(URL + " must be ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://host", "https://host:8443/path", "http://[::1]:80/", "http://host/a//"})
    void anAddressIsOne(String url) {
        assertThat(BaseUrl.isOne(URI.create(url))).isTrue();
    }

    @Test
    void aTargetCanFollowAnAddress() {
        assertThat(BaseUrl.of(URI.create("http://host"))).hasToString("http://host");
        assertThat(BaseUrl.of(URI.create("http://host/a//"))).hasToString("http://host/a");
        assertThat(BaseUrl.below(URI.create("http://host/"), "stripe")).hasToString("http://host/stripe");
        assertThat(BaseUrl.below(URI.create("http://host/a"), "stripe")).hasToString("http://host/a/stripe");
    }
}
