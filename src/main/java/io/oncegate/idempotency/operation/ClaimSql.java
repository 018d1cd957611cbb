package io.oncegate.idempotency.operation;

/**
 * The text that every operation's first statement begins and ends with. An operation writes
 *
 * <pre>
 *   ClaimSql.NEW_FINISHED  + ", made AS (INSERT INTO ... SELECT ..., $14, $15 FROM claimed)" + ClaimSql.OUTCOME
 * </pre>
 *
 * so that claiming the key and doing the work are one statement, one round trip and one commit, with nothing to roll
 * back. Whatever it does, it does {@code FROM claimed}: that CTE has one row when the key was won and none when it was
 * not. It has two forms, {@code NEW_...} for a key that is not there and {@code EXPIRED_...} for one that is finished
 * and past its life; and two endings, {@code ..._FINISHED} for an operation that is done with this statement and
 * {@code ..._RUNNING} for one that goes on. Besides, {@link #NEW_FINISHED_TOGETHER} is {@link #NEW_FINISHED} for many keys.
 *
 * <p>Parameters, the same in all four:
 *
 * <pre>
 *   $1 tenant_id  $2 principal  $3 method  $4 path  $5 key
 *   $6 body_sha256  $7 fingerprint_version  $8 worker_token
 *   $9 milliseconds from now: until the key expires (FINISHED), until its lease is over (RUNNING)
 * </pre>
 *
 * <p>FINISHED goes on with {@code $10 response_code, $11 response_headers, $12 response_body, $13 resource_id}, RUNNING
 * with {@code $10 resource_id}; the operation's own parameters come after those.
 */
public final class ClaimSql {

    /** Claims a key that is not there, and finishes it. The operation's parameters begin at {@code $14}. */
    public static final String NEW_FINISHED = """
            WITH claimed AS (
                INSERT INTO idempotency_keys (
                    tenant_id, principal, method, path, key,
                    body_sha256, fingerprint_version, worker_token, recovery_point, status,
                    expires_at, response_code, response_headers, response_body, resource_id)
                VALUES (
                    $1, $2, $3, $4, $5,
                    $6, $7, $8, 'finished', CASE WHEN $10::smallint < 400 THEN 'succeeded' ELSE 'failed_final' END,
                    now() + $9::bigint * interval '1 millisecond', $10, $11, $12, $13)
                ON CONFLICT (tenant_id, principal, method, path, key) DO NOTHING
                RETURNING tenant_id, principal, resource_id
            )
            """;

    /** Claims a key that is past its life, and finishes it. The operation's parameters begin at {@code $14}. */
    public static final String EXPIRED_FINISHED = """
            WITH claimed AS (
                UPDATE idempotency_keys
                SET body_sha256 = $6, fingerprint_version = $7, worker_token = $8, recovery_point = 'finished',
                    status = CASE WHEN $10::smallint < 400 THEN 'succeeded' ELSE 'failed_final' END,
                    expires_at = now() + $9::bigint * interval '1 millisecond', locked_until = NULL, takeovers = 0,
                    response_code = $10, response_headers = $11, response_body = $12, resource_id = $13,
                    created_at = now(), updated_at = now()
                WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                    AND expires_at <= now()
                RETURNING tenant_id, principal, resource_id
            )
            """;

    /** Claims a key that is not there, for its lease. The operation's parameters begin at {@code $11}. */
    public static final String NEW_RUNNING = """
            WITH claimed AS (
                INSERT INTO idempotency_keys (
                    tenant_id, principal, method, path, key,
                    body_sha256, fingerprint_version, worker_token, recovery_point, status,
                    locked_until, resource_id)
                VALUES (
                    $1, $2, $3, $4, $5,
                    $6, $7, $8, 'started', 'in_progress',
                    now() + $9::bigint * interval '1 millisecond', $10)
                ON CONFLICT (tenant_id, principal, method, path, key) DO NOTHING
                RETURNING tenant_id, principal, resource_id
            )
            """;

    /** Claims a key that is past its life, for its lease. The operation's parameters begin at {@code $11}. */
    public static final String EXPIRED_RUNNING = """
            WITH claimed AS (
                UPDATE idempotency_keys
                SET body_sha256 = $6, fingerprint_version = $7, worker_token = $8, recovery_point = 'started',
                    status = 'in_progress', expires_at = NULL,
                    locked_until = now() + $9::bigint * interval '1 millisecond', takeovers = 0,
                    response_code = NULL, response_headers = NULL, response_body = NULL, resource_id = $10,
                    created_at = now(), updated_at = now()
                WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                    AND expires_at <= now()
                RETURNING tenant_id, principal, resource_id
            )
            """;

    /** The columns of a key's row, as a rival reads it. Durations are taken here, by the database's clock. */
    public static final String COLUMNS = """
            body_sha256, fingerprint_version, status, worker_token, recovery_point, resource_id,
                    response_code, response_headers, response_body, takeovers, created_at, expires_at,
                    (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms,
                    (extract(epoch FROM locked_until - now()) * 1000)::bigint AS lease_ms,
                    (extract(epoch FROM expires_at - now()) * 1000)::bigint AS life_ms""";

    /**
     * Ends the statement: one row that says whether the key was won, and if not, which row stands in its place. No such
     * row either: a rival committed after this statement began, and is invisible to it.
     */
    public static final String OUTCOME = """
            , rival AS MATERIALIZED (
                SELECT %s
                FROM idempotency_keys
                WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                    AND NOT EXISTS (SELECT FROM claimed)
            )
            SELECT (SELECT resource_id FROM claimed) AS made, EXISTS (SELECT FROM claimed) AS won, rival.*
            FROM (VALUES (1)) AS always_one_row
            LEFT JOIN rival ON TRUE
            """.formatted(COLUMNS);

    /**
     * Claims many keys that are not there, and finishes them. Each parameter is that of {@link #NEW_FINISHED}, as an array
     * with one element for each key; so are the operation's, which begin at {@code $14} and are joined by their
     * {@code position}. It does its work {@code FROM claimed}, which has a row for each key that was won. The keys are
     * claimed in their order, so that no two statements wait for each other.
     */
    public static final String NEW_FINISHED_TOGETHER = """
            WITH asked AS (
                SELECT *
                FROM unnest(
                        $1::text[], $2::text[], $3::text[], $4::text[], $5::text[],
                        $6::bytea[], $7::smallint[], $8::uuid[], $9::bigint[],
                        $10::smallint[], $11::jsonb[], $12::bytea[], $13::text[])
                    WITH ORDINALITY AS one (
                        tenant_id, principal, method, path, key,
                        body_sha256, fingerprint_version, worker_token, life_ms,
                        response_code, response_headers, response_body, resource_id, position)
            ), inserted AS (
                INSERT INTO idempotency_keys (
                    tenant_id, principal, method, path, key,
                    body_sha256, fingerprint_version, worker_token, recovery_point, status,
                    expires_at, response_code, response_headers, response_body, resource_id)
                SELECT tenant_id, principal, method, path, key,
                    body_sha256, fingerprint_version, worker_token, 'finished',
                    CASE WHEN response_code < 400 THEN 'succeeded' ELSE 'failed_final' END,
                    now() + life_ms * interval '1 millisecond',
                    response_code, response_headers, response_body, resource_id
                FROM asked
                ORDER BY tenant_id, principal, method, path, key
                ON CONFLICT (tenant_id, principal, method, path, key) DO NOTHING
                RETURNING tenant_id, principal, resource_id, worker_token
            ), claimed AS (
                SELECT asked.position, inserted.tenant_id, inserted.principal, inserted.resource_id
                FROM inserted
                JOIN asked ON asked.worker_token = inserted.worker_token
            )
            """;

    /** Ends {@link #NEW_FINISHED_TOGETHER}: one row as that of {@link #OUTCOME} for each key, and its {@code position}. */
    public static final String OUTCOMES = """
            , missed AS (
                SELECT position, tenant_id, principal, method, path, key
                FROM asked
                WHERE NOT EXISTS (SELECT FROM claimed WHERE claimed.position = asked.position)
            ), rival AS (
                SELECT missed.position AS of, there.*
                FROM missed
                CROSS JOIN LATERAL (
                    SELECT %s
                    FROM idempotency_keys AS k
                    WHERE k.tenant_id = missed.tenant_id AND k.principal = missed.principal
                        AND k.method = missed.method AND k.path = missed.path AND k.key = missed.key
                ) AS there
            )
            SELECT asked.position, claimed.resource_id AS made, claimed.position IS NOT NULL AS won, rival.*
            FROM asked
            LEFT JOIN claimed ON claimed.position = asked.position
            LEFT JOIN rival ON rival.of = asked.position
            """.formatted(COLUMNS);

    /**
     * Moves a held key to its next recovery point and renews its lease. The operation's effects read {@code FROM
     * advanced}; its parameters begin at {@code $9}.
     *
     * <pre>
     *   $1..$5 the key   $6 worker_token   $7 recovery_point   $8 lease in milliseconds
     * </pre>
     */
    public static final String ADVANCE = """
            WITH advanced AS (
                UPDATE idempotency_keys
                SET recovery_point = $7, locked_until = now() + $8::bigint * interval '1 millisecond', updated_at = now()
                WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                    AND worker_token = $6 AND status = 'in_progress' AND recovery_point <> $7
                RETURNING tenant_id, principal, recovery_point, resource_id
            )
            """;

    /**
     * Ends {@link #ADVANCE}: one row if the key was held, or if an earlier try of the same statement moved it on; none if
     * somebody else holds it.
     */
    public static final String ADVANCED = """
            SELECT recovery_point, resource_id
            FROM advanced
            UNION ALL
            SELECT recovery_point, resource_id
            FROM idempotency_keys
            WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                AND worker_token = $6 AND status = 'in_progress' AND recovery_point = $7
            """;

    /**
     * Finishes a held key with its response. The operation's effects read {@code FROM finished}; its parameters begin
     * at {@code $11}.
     *
     * <pre>
     *   $1..$5 the key   $6 worker_token   $7 retention in milliseconds
     *   $8 response_code   $9 response_headers   $10 response_body
     * </pre>
     */
    public static final String FINISH = """
            WITH finished AS (
                UPDATE idempotency_keys
                SET status = CASE WHEN $8::smallint < 400 THEN 'succeeded' ELSE 'failed_final' END,
                    recovery_point = 'finished', locked_until = NULL, updated_at = now(),
                    expires_at = now() + $7::bigint * interval '1 millisecond',
                    response_code = $8, response_headers = $9, response_body = $10
                WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                    AND worker_token = $6 AND status = 'in_progress'
                RETURNING tenant_id, principal, resource_id
            )
            """;

    /**
     * Ends {@link #FINISH}: one row if the key was held, or if an earlier try of the same statement finished it; none if
     * somebody else holds it.
     */
    public static final String FINISHED = """
            SELECT TRUE AS finished
            FROM finished
            UNION ALL
            SELECT TRUE
            FROM idempotency_keys
            WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                AND worker_token = $6 AND status <> 'in_progress'
            """;

    private ClaimSql() {}
}
