package io.oncegate.idempotency.postgres;

import io.oncegate.idempotency.operation.ClaimSql;

/** The statements on keys that do no operation's work. Those that do are made of {@link ClaimSql}. */
final class IdempotencySql {

    /**
     * Puts another worker in the place of one whose lease is over.
     *
     * <pre>
     *   $1..$5 the key   $6 body_sha256   $7 fingerprint_version   $8 worker_token   $9 lease in milliseconds
     *   $10 takeovers that are allowed
     * </pre>
     */
    static final String TAKE_OVER = """
            UPDATE idempotency_keys
            SET worker_token = $8, locked_until = now() + $9::bigint * interval '1 millisecond',
                takeovers = takeovers + 1, updated_at = now()
            WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
                AND body_sha256 = $6 AND fingerprint_version = $7
                AND status = 'in_progress' AND locked_until <= now() AND takeovers < $10
            RETURNING recovery_point, resource_id
            """;

    /** Reads one key. {@code $1..$5} the key. */
    static final String FIND = """
            SELECT %s
            FROM idempotency_keys
            WHERE tenant_id = $1 AND principal = $2 AND method = $3 AND path = $4 AND key = $5
            """.formatted(ClaimSql.COLUMNS);

    /**
     * Of the keys that duplicates wait for, those that are not being executed any more. {@code $1..$5} arrays of equal
     * length, one element for each key; answers with their positions, counted from 1.
     */
    static final String SETTLED = """
            SELECT awaited.position
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
                WITH ORDINALITY AS awaited (tenant_id, principal, method, path, key, position)
            LEFT JOIN idempotency_keys AS k
                ON k.tenant_id = awaited.tenant_id AND k.principal = awaited.principal
                AND k.method = awaited.method AND k.path = awaited.path AND k.key = awaited.key
            WHERE k.status IS DISTINCT FROM 'in_progress' OR k.locked_until <= now()
            """;

    /**
     * Deletes finished keys that are past their life, oldest first, from a moment on, and says how many and up to which
     * moment. Rows that somebody else holds are passed over: they are being claimed anew or deleted already. By the
     * rows' places, which are locked, because a join would be planned for a limit that is not known yet, and read the
     * whole table.
     *
     * <pre>
     *   $1 how many at most   $2 those that expired then or later
     * </pre>
     *
     * The lower bound spares each batch the index entries of all that were deleted before it: they stay until the table
     * is vacuumed, and without the bound every batch would read them again.
     */
    static final String DELETE_EXPIRED = """
            WITH deleted AS (
                DELETE FROM idempotency_keys
                WHERE ctid = ANY (ARRAY (
                    SELECT ctid
                    FROM idempotency_keys
                    WHERE expires_at >= $2 AND expires_at <= now()
                    ORDER BY expires_at
                    LIMIT $1
                    FOR UPDATE SKIP LOCKED
                ))
                RETURNING expires_at
            )
            SELECT count(*)::integer AS number, max(expires_at) AS up_to
            FROM deleted
            """;

    /** What is in progress, and what the cleaner has not come to. {@code $1} takeovers that are allowed. */
    static final String BACKLOG = """
            SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest_age_seconds,
                count(*) FILTER (WHERE locked_until <= now() AND takeovers >= $1) AS stuck,
                coalesce((
                    SELECT extract(epoch FROM now() - expires_at)
                    FROM idempotency_keys
                    WHERE expires_at <= now()
                    ORDER BY expires_at
                    LIMIT 1
                ), 0)::bigint AS expired_for_seconds
            FROM idempotency_keys
            WHERE status = 'in_progress'
            """;

    private IdempotencySql() {}
}
