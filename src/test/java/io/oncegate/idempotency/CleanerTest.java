package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.background.Counts;
import io.oncegate.idempotency.IdempotencyStore.Deleted;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CleanerTest {
    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestEngine engine = TestEngine.on(database, Map.of("oncegate.idempotency.cleaner-batch", "10"));

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void deletesAllThatHasExpiredInAsManyBatchesAsItTakesAndNothingElse() {
        // Given
        finished("expired", 35, "now() - interval '1 second'");
        finished("alive", 5, "now() + interval '1 hour'");
        abandonedLongAgo(3);

        // When
        var counts = clean();

        // Then
        assertThat(counts).hasToString("deleted=35");
        assertThat(database.query("SELECT left(key, 5) AS kind, count(*) FROM idempotency_keys GROUP BY 1 ORDER BY 1"))
                .extracting(row -> row.get("kind") + "=" + row.get("count"))
                .containsExactly("alive=5", "open-=3");
        assertThat(clean().nothing()).isTrue();
    }

    @Test
    void passesOverARowThatIsBeingClaimedAnew() throws SQLException {
        // Given
        finished("expired", 3, "now() - interval '1 second'");
        try (var claiming = database.connect()) {
            claiming.setAutoCommit(false);
            try (var update = claiming.createStatement()) {
                update.execute("UPDATE idempotency_keys SET expires_at = now() + interval '1 hour'"
                        + " WHERE key = 'expired-1'");
            }

            // When
            var counts = clean();
            claiming.commit();

            // Then
            assertThat(counts).hasToString("deleted=2");
            assertThat(database.count("SELECT count(*) FROM idempotency_keys")).isEqualTo(1);
        }
    }

    @Test
    void comesBackForARowThatItPassedOver() throws SQLException {
        // Given
        finished("expired", 25, "now() - n * interval '1 second'");
        try (var holding = database.connect()) {
            holding.setAutoCommit(false);
            try (var lock = holding.createStatement()) {
                lock.execute("SELECT 1 FROM idempotency_keys WHERE key = 'expired-25' FOR UPDATE");
            }
            assertThat(clean()).hasToString("deleted=24");
            holding.rollback();
        }

        // When
        var counts = clean();

        // Then
        assertThat(counts).hasToString("deleted=1");
    }

    @Test
    void aBatchGoesOnWhereTheLastOneEnded() {
        // Given
        finished("expired", 25, "now() - n * interval '1 second'");
        var first = delete(OffsetDateTime.MIN, 10);
        finished("older", 5, "now() - interval '1 hour'");

        // When
        var second = delete(first.upTo().orElseThrow(), 100);

        // Then
        assertThat(first.number()).isEqualTo(10);
        assertThat(second.number()).isEqualTo(15);
        assertThat(database.count("SELECT count(*) FROM idempotency_keys WHERE key LIKE 'older-%'"))
                .isEqualTo(5);
    }

    private Deleted delete(OffsetDateTime from, int most) {
        return engine.onRequestContext(
                        () -> engine.store().deleteExpired(from, most, Deadline.in(Duration.ofSeconds(10))))
                .join();
    }

    private Counts clean() {
        return engine.onRequestContext(engine.cleaner()::clean).join();
    }

    private void finished(String prefix, int rows, String expiresAt) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, response_code, response_headers, response_body, recovery_point, worker_token, expires_at)
                SELECT 'acme', 'default', 'POST', '/v1/things', '%s-' || n, sha256('x'), 1,
                    'succeeded', 201, '{}', 'x', 'finished', gen_random_uuid(), %s
                FROM generate_series(1, %d) AS n
                """.formatted(prefix, expiresAt, rows));
    }

    private void abandonedLongAgo(int rows) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, recovery_point, worker_token, locked_until, created_at)
                SELECT 'acme', 'default', 'POST', '/v1/things', 'open-' || n, sha256('x'), 1,
                    'in_progress', 'started', gen_random_uuid(), now() - interval '1 year', now() - interval '1 year'
                FROM generate_series(1, %d) AS n
                """.formatted(rows));
    }
}
