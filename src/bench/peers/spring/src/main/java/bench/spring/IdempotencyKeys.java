package bench.spring;

import java.security.MessageDigest;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of idempotency keys: what was asked with each, and what was answered. */
@Repository
class IdempotencyKeys {

    private static final String OPERATION = "orders";

    private static final String CLAIM = """
            INSERT INTO spring.idempotency_keys (tenant, client, operation, key, body_sha256)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    private static final String FINISH = """
            UPDATE spring.idempotency_keys
            SET status = ?, location = ?, body = ?
            WHERE tenant = ? AND client = ? AND operation = ? AND key = ?
            """;

    private static final String FIND = """
            SELECT body_sha256, status, location, body
            FROM spring.idempotency_keys
            WHERE tenant = ? AND client = ? AND operation = ? AND key = ?
            """;

    private final JdbcClient jdbc;

    IdempotencyKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** False when the key is taken; waits for a transaction that is about to take it. */
    boolean claim(Caller caller, IdempotencyKey key, byte[] fingerprint) {
        return jdbc.sql(CLAIM)
                        .params(caller.tenant(), caller.client(), OPERATION, key.value(), fingerprint)
                        .update()
                == 1;
    }

    void finish(Caller caller, IdempotencyKey key, Answer answer) {
        jdbc.sql(FINISH)
                .params(
                        answer.status(),
                        answer.location(),
                        answer.body(),
                        caller.tenant(),
                        caller.client(),
                        OPERATION,
                        key.value())
                .update();
    }

    Answer replay(Caller caller, IdempotencyKey key, byte[] fingerprint) {
        Stored stored = jdbc.sql(FIND)
                .params(caller.tenant(), caller.client(), OPERATION, key.value())
                .query((row, n) ->
                        new Stored(row.getBytes(1), new Answer(row.getInt(2), row.getString(3), row.getBytes(4), true)))
                .single();
        if (!MessageDigest.isEqual(stored.fingerprint, fingerprint)) {
            throw Refusal.of(
                            HttpStatus.CONFLICT,
                            "idempotency-key-reused",
                            "This key was used with another body; use a new one.")
                    .with("next_key", "new");
        }
        return stored.answer;
    }

    private record Stored(byte[] fingerprint, Answer answer) {}
}
