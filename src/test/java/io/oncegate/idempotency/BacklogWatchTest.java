package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is left to be done about keys, on a real PostgreSQL. */
class BacklogWatchTest {
    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestEngine engine = TestEngine.on(database);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BacklogWatch watch = new BacklogWatch(engine.store(), new IdempotencyMetrics(meters));

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void thereIsNoneWhereKeysAreFinishedAndAlive() {
        finished("alive", "now() + interval '1 hour'");

        assertThat(look("expired.oldest.age")).isZero();
        assertThat(look("inprogress.oldest.age")).isZero();
        assertThat(look("inprogress.stuck")).isZero();
    }

    @Test
    void tellsHowFarTheCleanerLags() {
        finished("late", "now() - interval '90 seconds'");
        finished("later", "now() - interval '5 seconds'");

        assertThat(look("expired.oldest.age")).isBetween(90.0, 120.0);
    }

    @Test
    void tellsWhatIsInProgressAndStuck() {
        inProgress("old", "now() - interval '1 second'", "now() - interval '300 seconds'", 5);
        inProgress("new", "now() + interval '60 seconds'", "now()", 0);

        assertThat(look("inprogress.oldest.age")).isBetween(300.0, 330.0);
        assertThat(look("inprogress.stuck")).isEqualTo(1);
        assertThat(look("expired.oldest.age")).isZero();
    }

    private double look(String gauge) {
        assertThat(engine.onRequestContext(watch::look).join().nothing()).isTrue();
        return meters.get("oncegate.idempotency." + gauge).gauge().value();
    }

    private void finished(String key, String expiresAt) {
        insert(
                key,
                "201, '{}', 'x', 'finished', 'succeeded', gen_random_uuid(), NULL, %s, now(), 0".formatted(expiresAt));
    }

    private void inProgress(String key, String lockedUntil, String createdAt, int takeovers) {
        insert(
                key,
                "NULL, NULL, NULL, 'started', 'in_progress', gen_random_uuid(), %s, NULL, %s, %d"
                        .formatted(lockedUntil, createdAt, takeovers));
    }

    private void insert(String key, String state) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    response_code, response_headers, response_body, recovery_point,
                    status, worker_token, locked_until, expires_at, created_at, takeovers)
                VALUES ('acme', 'default', 'POST', '/v1/things', '%s', sha256('x'), 1, %s)
                """.formatted(key, state));
    }
}
