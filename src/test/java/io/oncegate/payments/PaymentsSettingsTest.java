package io.oncegate.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.outbound.SandboxConfig;
import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentsSettingsTest {
    private static final String ACCOUNT = "oncegate.payments.accounts.acme.";

    private static final List<DialectFactory> DIALECTS =
            List.of(FakeDialect.factory("stripe", Optional.empty()), FakeDialect.factory("keyless", Optional.empty()));

    @Test
    void theDefaultsAreFine() {
        assertThat(complaints(Map.of())).isEmpty();
        assertThat(new PaymentsSettings(Settings.of(PaymentsConfig.class), Settings.of(SandboxConfig.class), DIALECTS)
                        .complaints(true))
                .isEmpty();
    }

    @Test
    void theDefaultsAreThoseOfTheContract() {
        var config = Settings.of(PaymentsConfig.class, Map.of(ACCOUNT + "dialect", "stripe"));
        var account = config.accounts().get("acme");

        assertThat(config.sendWithin()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.payWithin()).isEqualTo(Duration.ofMinutes(15));
        assertThat(config.reviewAfter()).isEqualTo(Duration.ofHours(24));
        assertThat(config.callTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(account.inFlight()).isEqualTo(32);
        assertThat(account.callsPerSecond()).isEqualTo(50);
        assertThat(account.providerKey()).isEqualTo(PaymentsConfig.KeySource.DERIVED);
        assertThat(account.requireReturnUrl()).isFalse();
        assertThat(account.webhookSecrets()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.payments.send-within, 0s",
        "oncegate.payments.send-within, -1s",
        "oncegate.payments.pay-within, 0s",
        "oncegate.payments.check-interval, 0s",
        "oncegate.payments.inline-check-after, 0s",
        "oncegate.payments.call-timeout, 0s",
        "oncegate.payments.call-timeout, 30001ms",
        "oncegate.payments.connect-timeout, 0s",
        "oncegate.payments.connect-timeout, 4001ms",
        "oncegate.payments.review-after, 400d",
        "oncegate.payments.review-after, 15m",
        "oncegate.payments.accounts.acme.dialect, swift",
        "oncegate.payments.accounts.acme.url, ftp://host",
        "oncegate.payments.accounts.acme.url, host",
        "oncegate.payments.accounts.acme.url, https://host?key=secret",
        "oncegate.payments.accounts.acme.url, https://user:secret@host",
        "oncegate.payments.accounts.acme.in-flight, 0",
        "oncegate.payments.accounts.acme.in-flight, 1001",
        "oncegate.payments.accounts.acme.calls-per-second, 0",
        "oncegate.payments.accounts.acme.calls-per-second, 10001",
        "oncegate.payments.accounts.acme.settle-after, 0s",
        "oncegate.payments.accounts.acme.settle-after, 3s",
        "oncegate.payments.accounts.acme.key-retention, 0s"
    })
    void aBadSettingIsNamedWithoutItsValue(String setting, String value) {
        assertThat(complaints(Map.of(setting, value)))
                .singleElement()
                .asString()
                .startsWith(setting + " must be ")
                .endsWith(".")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.payments.call-timeout, 30s",
        "oncegate.payments.connect-timeout, 4s",
        "oncegate.payments.send-within, 60s",
        "oncegate.payments.accounts.acme.url, https://host/path",
        "oncegate.payments.accounts.acme.settle-after, 4s",
        "oncegate.payments.accounts.acme.provider-key, verbatim",
        "oncegate.payments.accounts.acme.webhook-secrets, 'a,b'"
    })
    void aGoodOneIsNot(String setting, String value) {
        assertThat(complaints(Map.of(setting, value))).isEmpty();
    }

    @Test
    void settingsThatContradictEachOtherAreBothNamed() {
        assertThat(complaints(Map.of("oncegate.payments.send-within", "61s")))
                .singleElement()
                .asString()
                .contains("oncegate.payments.send-within", ACCOUNT + "settle-after");
        assertThat(complaints(Map.of("oncegate.payments.pay-within", "24h")))
                .singleElement()
                .asString()
                .contains("oncegate.payments.review-after", "oncegate.payments.pay-within");
    }

    @Test
    void anUnknownDialectIsToldWithThoseThatThereAre() {
        assertThat(complaints(Map.of(ACCOUNT + "dialect", "Stripe")))
                .containsExactly(ACCOUNT + "dialect must be one that is spoken here: keyless, stripe.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Acme", "a_b", "\"a.b\"", "кафе"})
    void aNameThatIsNoneIsNamed(String name) {
        assertThat(complaints(Map.of("oncegate.payments.accounts." + name + ".dialect", "stripe")))
                .singleElement()
                .asString()
                .contains(name.replace("\"", ""), "1 to 64 small letters, digits and hyphens");
    }

    @Test
    void aNameHasAtMostSixtyFourCharacters() {
        var names = "oncegate.payments.accounts.%s.dialect";

        assertThat(complaints(Map.of(names.formatted("a".repeat(64)), "stripe")))
                .isEmpty();
        assertThat(complaints(Map.of(names.formatted("a".repeat(65)), "stripe")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"provider-key, mine", "url, 'http://a b'", "in-flight, many", "settle-after, soon"})
    void aValueThatCannotBeReadIsNamed(String member, String value) {
        assertThatThrownBy(() -> complaints(Map.of(ACCOUNT + member, value))).hasMessageContaining(ACCOUNT + member);
    }

    @Test
    void anAccountNeedsADialect() {
        assertThatThrownBy(() -> Settings.of(PaymentsConfig.class, Map.of(ACCOUNT + "secret", "s")))
                .hasMessageContaining(ACCOUNT + "dialect");
    }

    @Test
    void aSandboxInProductionIsComplainedOf() {
        assertThat(complaints(Map.of("oncegate.sandbox.url", "http://sandbox")))
                .singleElement()
                .asString()
                .contains("oncegate.sandbox.url", "oncegate.allow-sandbox");
    }

    private static List<String> complaints(Map<String, String> given) {
        var settings = new HashMap<>(Map.of(ACCOUNT + "dialect", "stripe"));
        settings.putAll(given);
        return new PaymentsSettings(
                        Settings.of(PaymentsConfig.class, settings),
                        Settings.of(SandboxConfig.class, settings),
                        DIALECTS)
                .complaints(true);
    }
}
