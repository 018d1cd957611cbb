package io.oncegate.messages.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewaysSettingsTest {
    private static final String GATEWAY = "oncegate.messages.gateways.acme.";

    private static final List<GatewayProtocolFactory> PROTOCOLS =
            List.of(FakeProtocol.factory("kannel"), FakeProtocol.factory("http-json"));

    @Test
    void theDefaultsAreFine() {
        assertThat(complaints(Map.of())).isEmpty();
    }

    @Test
    void theDefaultsAreThoseOfTheReadme() {
        var config = Settings.of(GatewaysConfig.class, Map.of(GATEWAY + "dialect", "kannel"));
        var gateway = config.gateways().get("acme");

        assertThat(config.defaultGateway()).isEqualTo("http-json");
        assertThat(config.callTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(gateway.inFlight()).isEqualTo(32);
        assertThat(gateway.callsPerSecond()).isEqualTo(100);
        assertThat(gateway.url()).isEmpty();
        assertThat(gateway.receiptUrl()).isEmpty();
        assertThat(gateway.webhookSecrets()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.messages.call-timeout, 0s",
        "oncegate.messages.call-timeout, -1s",
        "oncegate.messages.call-timeout, 30001ms",
        "oncegate.messages.connect-timeout, 0s",
        "oncegate.messages.connect-timeout, 4001ms",
        "oncegate.messages.default-gateway, smpp",
        "oncegate.messages.gateways.acme.dialect, smpp",
        "oncegate.messages.gateways.acme.url, ftp://host",
        "oncegate.messages.gateways.acme.url, host",
        "oncegate.messages.gateways.acme.url, http://host?key=secret",
        "oncegate.messages.gateways.acme.url, http://user:secret@host",
        "oncegate.messages.gateways.acme.receipt-url, host",
        "oncegate.messages.gateways.acme.receipt-url, http://host/a%20b",
        "oncegate.messages.gateways.acme.in-flight, 0",
        "oncegate.messages.gateways.acme.in-flight, 1001",
        "oncegate.messages.gateways.acme.calls-per-second, 0",
        "oncegate.messages.gateways.acme.calls-per-second, 10001",
        "oncegate.messages.gateways.acme.key-retention, 0s"
    })
    void aBadSettingIsNamedWithoutItsValue(String setting, String value) {
        assertThat(complaints(Map.of(setting, value)))
                .singleElement()
                .asString()
                .startsWith(setting + " must ")
                .endsWith(".")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.messages.call-timeout, 30s",
        "oncegate.messages.connect-timeout, 4s",
        "oncegate.messages.default-gateway, acme",
        "oncegate.messages.gateways.acme.url, http://127.0.0.1:13013/",
        "oncegate.messages.gateways.acme.receipt-url, https://us.example/once",
        "oncegate.messages.gateways.acme.in-flight, 1000",
        "oncegate.messages.gateways.acme.calls-per-second, 10000",
        "oncegate.messages.gateways.acme.key-retention, 1ms"
    })
    void aGoodOneIsNot(String setting, String value) {
        assertThat(complaints(Map.of(setting, value))).isEmpty();
    }

    @Test
    void anUnknownDialectIsToldWithThoseThatThereAre() {
        assertThat(complaints(Map.of(GATEWAY + "dialect", "Kannel")))
                .containsExactly(GATEWAY + "dialect must be one that is spoken here: http-json, kannel.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Acme", "a_b", "\"a.b\"", "кафе"})
    void aNameThatIsNoneIsNamed(String name) {
        assertThat(complaints(Map.of("oncegate.messages.gateways." + name + ".dialect", "kannel")))
                .singleElement()
                .asString()
                .contains(name.replace("\"", ""), "1 to 64 small letters, digits and hyphens");
    }

    @Test
    void aGatewayNeedsADialect() {
        assertThatThrownBy(() -> Settings.of(GatewaysConfig.class, Map.of(GATEWAY + "secret", "s")))
                .hasMessageContaining(GATEWAY + "dialect");
    }

    private static List<String> complaints(Map<String, String> given) {
        var settings = new HashMap<>(
                Map.of(GATEWAY + "dialect", "kannel", "oncegate.messages.gateways.http-json.dialect", "http-json"));
        settings.putAll(given);
        return new GatewaysSettings(Settings.of(GatewaysConfig.class, settings), PROTOCOLS).complaints();
    }
}
