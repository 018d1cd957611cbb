package io.oncegate.ratelimit.postgres;

/** Statements on changed limits. Each change writes its audit entry itself, from the row that it really changed. */
final class LimitSql {

    static final String REVISION = """
            SELECT revision
            FROM limits_revision
            """;

    /** $1 tenant (empty for all) and $2 policy of the change that the first one follows, $3 most rows. */
    static final String FOLLOWING = """
            SELECT l.tenant_id, l.policy, l.capacity, l.refill, l.mode, l.algorithm, l.on_store_failure
            FROM limit_changes l
            WHERE (COALESCE(l.tenant_id, ''), l.policy) > ($1, $2)
            ORDER BY COALESCE(l.tenant_id, ''), l.policy
            LIMIT $3
            """;

    /** The tenant $1, if there is one; a row too where there is to be none. */
    private static final String OWNER = """
            WITH owner AS (
                SELECT t.tenant_id
                FROM tenants t
                WHERE t.tenant_id = $1
                UNION ALL
                SELECT NULL
                WHERE $1::text IS NULL
            )""";

    private static final String AS_JSON = "jsonb_strip_nulls(to_jsonb(%s) - '{tenant_id,policy,changed_at}'::text[])";

    /** Waits for whoever changes another limit, so that revisions are committed in their order. */
    private static final String COUNTED = """
            counted AS (
                UPDATE limits_revision
                SET revision = revision + 1
                WHERE EXISTS (SELECT FROM changed)
            )""";

    /**
     * $1 tenant (NULL for all), $2 policy, $3 capacity, $4 refill, $5 mode, $6 algorithm, $7 on store failure, $8 now,
     * $9 audit id, $10 actor. Neither changed nor present: somebody else put a change there while the statement ran,
     * which it cannot see.
     */
    static final String PUT = OWNER + """
            , present AS (
                -- Locked, so that the entry's "before" is what this change replaces, and not an older state.
                SELECT *
                FROM limit_changes
                WHERE COALESCE(tenant_id, '') = COALESCE($1, '')
                  AND policy = $2
                FOR UPDATE
            ), changed AS (
                INSERT INTO limit_changes AS l (
                    tenant_id, policy, capacity, refill, mode, algorithm, on_store_failure, changed_at)
                SELECT o.tenant_id, $2, $3, $4, $5, $6, $7, $8
                FROM owner o
                CROSS JOIN (SELECT count(*) FROM present) AS looked_first
                ON CONFLICT (COALESCE(tenant_id, ''), policy) DO UPDATE
                SET capacity = EXCLUDED.capacity,
                    refill = EXCLUDED.refill,
                    mode = EXCLUDED.mode,
                    algorithm = EXCLUDED.algorithm,
                    on_store_failure = EXCLUDED.on_store_failure,
                    changed_at = EXCLUDED.changed_at
                WHERE EXISTS (SELECT FROM present)
                  AND (l.capacity, l.refill, l.mode, l.algorithm, l.on_store_failure)
                      IS DISTINCT FROM (EXCLUDED.capacity, EXCLUDED.refill, EXCLUDED.mode, EXCLUDED.algorithm,
                                        EXCLUDED.on_store_failure)
                RETURNING *
            ),\s""" + COUNTED + """
            , audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $9, $8, $10, 'limit.changed', c.policy, c.tenant_id,
                       (SELECT %s FROM present p),
                       %s
                FROM changed c
            )
            SELECT EXISTS (SELECT FROM owner) AS has_owner,
                   EXISTS (SELECT FROM changed) OR EXISTS (SELECT FROM present) AS is_kept
            """.formatted(AS_JSON.formatted("p"), AS_JSON.formatted("c"));

    /** $1 tenant (NULL for all), $2 policy, $3 now, $4 audit id, $5 actor. */
    static final String TAKE_BACK = OWNER + """
            , changed AS (
                DELETE FROM limit_changes
                WHERE COALESCE(tenant_id, '') = COALESCE($1, '')
                  AND policy = $2
                RETURNING *
            ),\s""" + COUNTED + """
            , audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $4, $3, $5, 'limit.taken-back', c.policy, c.tenant_id,
                       %s,
                       NULL
                FROM changed c
            )
            SELECT EXISTS (SELECT FROM owner) AS has_owner
            """.formatted(AS_JSON.formatted("c"));

    private LimitSql() {}
}
