package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Settings;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Map;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresCheckTest {

    private final PostgresCheck check = new PostgresCheck(Settings.of(
            DatabaseConfig.class,
            Map.of("oncegate.db.host", "db", "oncegate.db.name", "shop", "oncegate.db.user", "clerk")));

    @Test
    void findsNothingAgainstASafePrimary() {
        PostgresFacts safe = new PostgresFacts(140_000, false, "UTF8", "on", "ANY 1 (a, b)", true);

        assertThat(check.refusals(safe)).isEmpty();
        assertThat(check.warnings(safe)).isEmpty();
    }

    @Test
    void refusesAnOldVersionAStandbyAndAnotherEncoding() {
        assertThat(check.refusals(new PostgresFacts(130_014, true, "LATIN1", "on", "", true)))
                .containsExactly(
                        "PostgreSQL at db:5432 is version 13, and the service needs 14 or later.",
                        "PostgreSQL at db:5432 takes no writes, as a standby does:"
                                + " point oncegate.db.host (ONCEGATE_DB_HOST) at the primary.",
                        "The database \"shop\" has the encoding LATIN1: create it with ENCODING 'UTF8'.");
    }

    @ParameterizedTest
    @CsvSource({
        "on, '', true, no synchronous standby",
        "local, s1, true, no synchronous standby",
        "off, s1, true, synchronous_commit=off",
        "on, s1, false, fsync=off",
    })
    void warnsOfWhatCanBeLost(String synchronousCommit, String standbys, boolean fsync, String about) {
        assertThat(check.warnings(new PostgresFacts(170_000, false, "UTF8", synchronousCommit, standbys, fsync)))
                .singleElement()
                .asString()
                .contains(about);
    }

    @ParameterizedTest
    @CsvSource({
        "28P01, does not let the user \"clerk\" in",
        "28000, does not let the user \"clerk\" in",
        "08004, does not let the user \"clerk\" in",
        "3D000, has no database \"shop\"",
        "53300, max_connections",
        "57P03, starting up or shutting down",
        "08001, does not answer at db:5432",
        "XX000, SQLSTATE XX000",
    })
    void saysWhyNoConnectionWasMade(String sqlState, String about) {
        assertThat(check.refusal(new SQLException("secret words", sqlState)))
                .contains(about)
                .endsWith(".")
                .doesNotContain("secret words");
    }

    @Test
    void saysThatTheHostHasNoAddress() {
        assertThat(check.refusal(new SQLException("x", "08001", new UnknownHostException("db"))))
                .contains("has no address", "oncegate.db.host");
    }

    @Test
    void saysThatTheUserMayNotMigrate() {
        FlywayException failure = new FlywayException("x", new SQLException("permission denied", "42501"));

        assertThat(check.refusal(failure)).contains("\"clerk\" may not change the schema public");
    }

    @Test
    void tellsWhatTheMigrationSaysInOneLine() {
        assertThat(check.refusal(new FlywayException("Validate failed:\nversion 1")))
                .endsWith("could not be migrated: Validate failed: version 1");
    }
}
