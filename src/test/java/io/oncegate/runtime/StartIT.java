package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceLaunch.FailedStart;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged service: what its start refuses, and how it says so. */
class StartIT {

    private final Database database = TestServers.shared().freshDatabase();

    @Test
    void saysOnceForEachSettingThatItIsMissing() {
        FailedStart failed = new ServiceLaunch().fails();

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output())
                .containsExactly(
                        "oncegate.db.host (ONCEGATE_DB_HOST) is not set: name the host that PostgreSQL runs on.",
                        "oncegate.db.name (ONCEGATE_DB_NAME) is not set: name the database.",
                        "oncegate.db.user (ONCEGATE_DB_USER) is not set: name the user that owns the tables.",
                        "oncegate.db.password (ONCEGATE_DB_PASSWORD) is not set:"
                                + " give the user's password, or an empty one.",
                        "oncegate.redis.url (ONCEGATE_REDIS_URL) is not set:"
                                + " name the Redis that counts rate limits.");
    }

    @Test
    void saysWhichSettingsCannotBeRead() {
        FailedStart failed = ServiceLaunch.on(database)
                .with("QUARKUS_HTTP_PORT", "abc")
                .with("ONCEGATE_DB_PORT", "5432x")
                .with("ONCEGATE_DRAIN_DELAY", "a while")
                .fails();

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output())
                .containsExactly(
                        "oncegate.db.port (ONCEGATE_DB_PORT) cannot be read:"
                                + " \"5432x\" is not a value that it can take.",
                        "oncegate.drain-delay (ONCEGATE_DRAIN_DELAY) cannot be read:"
                                + " \"a while\" is not a value that it can take.",
                        "quarkus.http.port (QUARKUS_HTTP_PORT) cannot be read: \"abc\" is not a value that it can take.");
    }

    @ParameterizedTest
    @CsvSource({
        "ONCEGATE_DB_POOL_SIZE, 0, oncegate.db.pool-size",
        "ONCEGATE_DB_REPLY_TIMEOUT, 1s, oncegate.db.statement-timeout",
        "ONCEGATE_DB_PORT, 1, PostgreSQL does not answer at 127.0.0.1:1",
        "ONCEGATE_DB_HOST, nowhere.invalid, 'The host of PostgreSQL, nowhere.invalid:'",
        "ONCEGATE_DB_NAME, missing, has no database \"missing\"",
        "ONCEGATE_DB_USER, stranger, does not let the user \"stranger\" in",
    })
    void saysInOneSentenceWhyItDoesNotStart(String variable, String value, String about) {
        FailedStart failed = ServiceLaunch.on(database).with(variable, value).fails();

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(sentences(failed)).singleElement().asString().contains(about).endsWith(".");
    }

    @Test
    void doesNotStartOnADatabaseThatTakesNoWrites() {
        database.execute("ALTER DATABASE " + database.name() + " SET default_transaction_read_only TO on");

        FailedStart failed = ServiceLaunch.on(database).fails();

        assertThat(sentences(failed)).singleElement().asString().contains("takes no writes");
    }

    @Test
    void saysWhichPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FailedStart failed = ServiceLaunch.on(database)
                    .with("QUARKUS_HTTP_PORT", Integer.toString(taken.getLocalPort()))
                    .fails();

            assertThat(failed.exitCode()).isEqualTo(1);
            assertThat(failed.output())
                    .contains("Port %d is in use by another process: free it, or set QUARKUS_HTTP_PORT or"
                                    .formatted(taken.getLocalPort())
                            + " QUARKUS_MANAGEMENT_PORT.");
        }
    }

    @Test
    void severalInstancesStartAtOnceAndMigrateOnce() {
        // Given
        List<CompletableFuture<ServiceProcess>> starting = Stream.generate(() -> ServiceLaunch.on(database))
                .limit(3)
                .map(launch -> CompletableFuture.supplyAsync(launch::start))
                .toList();

        // When
        List<ServiceProcess> started =
                starting.stream().map(CompletableFuture::join).toList();

        // Then
        started.forEach(ServiceProcess::close);
        assertThat(database.count("SELECT count(*) - count(DISTINCT version) FROM flyway_schema_history"))
                .isZero();
        assertThat(database.count("SELECT count(*) FROM flyway_schema_history WHERE NOT success"))
                .isZero();
    }

    @Test
    void startsBesideANewerVersionAndTellsOfSettingsItDoesNotKnow() {
        // Given
        database.migrate()
                .execute(
                        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, checksum,"
                                + " installed_by, execution_time, success)"
                                + " VALUES (900, '900', 'next', 'SQL', 'V900__next.sql', 1, 'x', 1, true)");

        // When
        try (ServiceProcess service = ServiceLaunch.on(database)
                .with("ONCEGATE_DB_PASSWROD", "secret")
                .with("ONCEGATE_NEXT_FEATURE", "on")
                .start()) {

            // Then
            assertThat(service.log().lines())
                    .anyMatch(line -> line.contains("ONCEGATE_DB_PASSWROD is set"))
                    .anyMatch(line -> line.contains("ONCEGATE_NEXT_FEATURE is set"))
                    .noneMatch(line -> line.contains("secret"));
        }
    }

    /** What was printed beside the log. */
    private static List<String> sentences(FailedStart failed) {
        return failed.output().stream().filter(line -> !line.startsWith("{")).toList();
    }
}
