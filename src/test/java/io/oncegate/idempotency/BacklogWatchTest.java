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
        key("alive", "'succeeded'", "NULL", "now() + interval '1 hour'", "now()", 0);

        assertThat(look("expired.oldest.age")).isZero();
        assertThat(look("inprogress.oldest.age")).isZero();
        assertThat(look("inprogress.stuck")).isZero();
    }

    @Test
    void tellsHowFarTheCleanerLags() {
        key("late", "'succeeded'", "NULL", "now() - interval '90 seconds'", "now()", 0);
        key("later", "'succeeded'", "NULL", "now() - interval '5 seconds'", "now()", 0);

        assertThat(look("expired.oldest.age")).isBetween(90.0, 120.0);
    }

    @Test
    void tellsWhatIsInProgressAndStuck() {
        key("old", "'in_progress'", "now() - interval '1 second'", "NULL", "now() - interval '300 seconds'", 5);
        key("new", "'in_progress'", "now() + interval '60 seconds'", "NULL", "now()", 0);

        assertThat(look("inprogress.oldest.age")).isBetween(300.0, 330.0);
        assertThat(look("inprogress.stuck")).isEqualTo(1);
        assertThat(look("expired.oldest.age")).isZero();
    }

    private double look(String gauge) {
        assertThat(engine.onRequestContext(watch::look).join().nothing()).isTrue();
        return meters.get("oncegate.idempotency." + gauge).gauge().value();
    }

    private void key(String key, String status, String lockedUntil, String expiresAt, String createdAt, int takeovers) {
        var answer = status.contains("succeeded") ? "201, '{}', 'x', 'finished'" : "NULL, NULL, NULL, 'started'";
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    response_code, response_headers, response_body, recovery_point,
                    status, worker_token, locked_until, expires_at, created_at, takeovers)
                VALUES ('acme', 'default', 'POST', '/v1/things', '%s', sha256('x'), 1,
                    %s, %s, gen_random_uuid(), %s, %s, %s, %d)
                """.formatted(key, answer, status, lockedUntil, expiresAt, createdAt, takeovers));
    }
}
