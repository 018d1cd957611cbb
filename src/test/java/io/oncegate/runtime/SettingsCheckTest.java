package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ops.DrainConfig;
import io.oncegate.phase.DatabaseConfig;
import io.oncegate.testsupport.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsCheckTest {

    private static final Map<String, String> COMPLETE = Map.of(
            "oncegate.db.host", "db",
            "oncegate.db.name", "oncegate",
            "oncegate.db.user", "oncegate",
            "oncegate.db.password", "secret");

    @Test
    void findsNoFaultInTheDefaults() {
        assertThat(faults(COMPLETE)).isEmpty();
    }

    @Test
    void namesEverySettingThatIsMissing() {
        assertThat(faults(Map.of()))
                .containsExactly(
                        "oncegate.db.host (ONCEGATE_DB_HOST) is not set: name the host that PostgreSQL runs on.",
                        "oncegate.db.name (ONCEGATE_DB_NAME) is not set: name the database.",
                        "oncegate.db.user (ONCEGATE_DB_USER) is not set: name the user that owns the tables.",
                        "oncegate.db.password (ONCEGATE_DB_PASSWORD) is not set:"
                                + " give the user's password, or an empty one.");
    }

    @Test
    void takesAnEmptyPasswordForAPassword() {
        assertThat(faults(with("oncegate.db.password", ""))).isEmpty();
    }

    @Test
    void namesBothSettingsThatContradictEachOther() {
        assertThat(faults(with("oncegate.db.reply-timeout", "2s")))
                .singleElement()
                .asString()
                .contains("oncegate.db.reply-timeout", "oncegate.db.statement-timeout");
    }

    @ParameterizedTest
    @CsvSource({
        "oncegate.db.connect-timeout, 0s",
        "oncegate.db.statement-timeout, 0s",
        "oncegate.db.statement-timeout, -1s",
        "oncegate.drain-delay, -1s",
        "oncegate.drain-delay, 1h",
    })
    void refusesATimeThatMakesNoSense(String setting, String value) {
        assertThat(faults(with(setting, value)))
                .singleElement()
                .asString()
                .startsWith(setting)
                .endsWith(".");
    }

    @Test
    void refusesAPortThatDoesNotExist() {
        assertThat(ports(99_999, 9000))
                .containsExactly("quarkus.http.port (QUARKUS_HTTP_PORT) must be from 0 to 65535.");
    }

    @Test
    void refusesOnePortForTwoPurposes() {
        assertThat(ports(8080, 8080))
                .containsExactly("quarkus.http.port (QUARKUS_HTTP_PORT) and"
                        + " quarkus.management.port (QUARKUS_MANAGEMENT_PORT) must differ.");
    }

    @Test
    void takesRandomPortsForBoth() {
        assertThat(ports(0, 0)).isEmpty();
    }

    private static List<String> ports(int http, int management) {
        return new SettingsCheck(setting -> true)
                .ports(Map.of("quarkus.http.port", http, "quarkus.management.port", management))
                .faults();
    }

    private static Map<String, String> with(String setting, String value) {
        Map<String, String> settings = new HashMap<>(COMPLETE);
        settings.put(setting, value);
        return settings;
    }

    private static List<String> faults(Map<String, String> settings) {
        return new SettingsCheck(settings::containsKey)
                .database(Settings.of(DatabaseConfig.class, settings))
                .drain(Settings.of(DrainConfig.class, settings))
                .faults();
    }
}
