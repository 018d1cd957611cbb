package io.oncegate.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class TestServersTest {

    @Test
    void givesEachTestADatabaseOfItsOwnInAnOddTimeZone() {
        var one = TestServers.shared().freshDatabase();
        var other = TestServers.shared().freshDatabase();

        one.execute("CREATE TABLE thing (name text)");
        one.execute("INSERT INTO thing VALUES (?)", "it");

        assertThat(one.count("SELECT count(*) FROM thing")).isEqualTo(1);
        assertThat(one.query("SELECT name FROM thing").get(0)).containsEntry("name", "it");
        assertThat(other.query("SELECT to_regclass('thing')::text AS thing").get(0))
                .containsEntry("thing", null);
        // Not SHOW timezone: over JDBC the driver sets its own.
        assertThat(one.count(
                        "SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase"
                                + " WHERE d.datname = ? AND 'TimeZone=Pacific/Chatham' = ANY (s.setconfig)",
                        one.name()))
                .isEqualTo(1);
    }

    @Test
    void reachesTheSandbox() {
        var ledger = RawHttp.exchange(URI.create(TestServers.shared().sandboxUrl()), RawRequest.of("GET", "/__ledger"));

        assertThat(ledger.status()).isEqualTo(200);
        assertThat(ledger.text()).isEqualTo("[]");
    }
}
