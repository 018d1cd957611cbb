package io.oncegate.ratelimit.postgres;

/** Statements on heartbeats. All times are the database's, so that instances' clocks do not matter. */
final class InstanceSql {

    /** $1 instance, $2 seconds in which an instance that lives has shown it. */
    static final String BEAT = """
            WITH beat AS (
                INSERT INTO instances (instance_id, started_at, seen_at)
                VALUES ($1, now(), now())
                ON CONFLICT (instance_id) DO UPDATE
                SET seen_at = GREATEST(instances.seen_at, EXCLUDED.seen_at)
            ), ended AS (
                -- Rows that another instance is deleting are left to it.
                SELECT instance_id
                FROM instances
                WHERE seen_at < now() - interval '10 minutes'
                ORDER BY seen_at
                LIMIT 10
                FOR UPDATE SKIP LOCKED
            ), forgotten AS (
                DELETE FROM instances i
                USING ended e
                WHERE i.instance_id = e.instance_id
                  AND i.instance_id <> $1
            )
            SELECT count(*)::int AS others
            FROM instances
            WHERE seen_at > now() - make_interval(secs => $2)
              AND instance_id <> $1
            """;

    /** $1 instance. */
    static final String LEAVE = """
            DELETE FROM instances
            WHERE instance_id = $1
            """;

    private InstanceSql() {}
}
