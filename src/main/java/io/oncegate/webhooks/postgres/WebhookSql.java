package io.oncegate.webhooks.postgres;

/** The statements on webhooks. */
final class WebhookSql {

    /**
     * Keeps a webhook unless it was here before, and another body beside the one that was. Says what it was; nothing
     * where a rival has stored it at the same moment, whose row this cannot see: the same statement sees it then. A
     * second try of the same statement finds its own work.
     *
     * <pre>
     *   $1 event_id  $2 account  $3 event_key  $4 type  $5 object_id  $6 body  $7 body_sha256
     *   $8 milliseconds that it is tried
     * </pre>
     */
    static final String STORE = """
            WITH stored AS (
                INSERT INTO webhook_events (
                    event_id, account, event_key, type, object_id, body, body_sha256, give_up_at)
                VALUES ($1, $2, $3, $4, $5, $6::bytea, $7::bytea, now() + $8::bigint * interval '1 millisecond')
                ON CONFLICT ON CONSTRAINT webhook_events_once DO NOTHING
                RETURNING event_id
            ), known AS (
                SELECT event_id, body_sha256 <> $7::bytea AS differs
                FROM webhook_events
                WHERE account = $2 AND event_key = $3
            ), kept AS (
                INSERT INTO webhook_variants (account, event_key, body_sha256, body)
                SELECT $2, $3, $7::bytea, $6::bytea
                FROM known
                WHERE differs
                ON CONFLICT DO NOTHING
            )
            SELECT 'accepted' AS outcome
            FROM stored
            UNION ALL
            SELECT CASE WHEN event_id = $1 THEN 'accepted' WHEN differs THEN 'variant' ELSE 'duplicate' END
            FROM known
            """;

    /**
     * Takes what is due, the longest due first; what somebody else is taking is passed over. Each try counts as a fault
     * until it says how it ended.
     *
     * <pre>
     *   $1 worker_token  $2 how many at most  $3 lease in milliseconds
     * </pre>
     */
    static final String CLAIM = """
            UPDATE webhook_events
            SET worker_token = $1, tries = tries + 1, faults = faults + 1,
                locked_until = now() + $3::bigint * interval '1 millisecond',
                next_try_at = now() + $3::bigint * interval '1 millisecond'
            WHERE event_id = ANY (ARRAY (
                SELECT event_id
                FROM webhook_events
                WHERE ended_at IS NULL AND next_try_at <= now()
                ORDER BY next_try_at
                LIMIT $2
                FOR UPDATE SKIP LOCKED
            ))
            RETURNING event_id, account, type, status, body, worker_token, tries - 1 AS tries, faults - 1 AS faults
            """;

    /**
     * Nothing more is done about it. What the statement that applied it has ended already stays as it is.
     *
     * <pre>
     *   $1 event_id  $2 worker_token  $3 status  $4 reason
     * </pre>
     */
    static final String END = """
            UPDATE webhook_events
            SET status = $3, reason = $4, ended_at = now(), locked_until = NULL
            WHERE event_id = $1 AND worker_token = $2 AND ended_at IS NULL
            """;

    /**
     * It is tried again, or left to an operator. Says whether it is.
     *
     * <pre>
     *   $1 event_id  $2 worker_token  $3 status  $4 reason  $5 milliseconds until then  $6 whether it was a fault
     * </pre>
     */
    static final String TRY_AGAIN = """
            UPDATE webhook_events
            SET status = CASE WHEN give_up_at <= now() THEN 'parked' ELSE $3 END, reason = $4,
                next_try_at = now() + $5::bigint * interval '1 millisecond',
                faults = CASE WHEN $6 THEN faults ELSE 0 END, locked_until = NULL,
                ended_at = CASE WHEN give_up_at <= now() THEN now() END
            WHERE event_id = $1 AND worker_token = $2 AND ended_at IS NULL
            RETURNING ended_at IS NOT NULL AS given_up
            """;

    /**
     * Deletes what ended long ago, by the rows' places, which are locked, because a join would be planned for a limit
     * that is not known yet. {@code $1} how long ago in milliseconds, {@code $2} how many at most.
     */
    static final String DELETE_ENDED = """
            WITH deleted AS (
                DELETE FROM webhook_events
                WHERE ctid = ANY (ARRAY (
                    SELECT ctid
                    FROM webhook_events
                    WHERE ended_at IS NOT NULL AND ended_at <= now() - $1::bigint * interval '1 millisecond'
                    ORDER BY ended_at
                    LIMIT $2
                    FOR UPDATE SKIP LOCKED
                ))
                RETURNING event_id
            )
            SELECT count(*)::integer AS number
            FROM deleted
            """;

    /** The same for variants, which end as they come. */
    static final String DELETE_VARIANTS = """
            WITH deleted AS (
                DELETE FROM webhook_variants
                WHERE ctid = ANY (ARRAY (
                    SELECT ctid
                    FROM webhook_variants
                    WHERE received_at <= now() - $1::bigint * interval '1 millisecond'
                    ORDER BY received_at
                    LIMIT $2
                    FOR UPDATE SKIP LOCKED
                ))
                RETURNING account
            )
            SELECT count(*)::integer AS number
            FROM deleted
            """;

    /** Those in one status, oldest first. {@code $1} status, {@code $2} event_id to come after, {@code $3} how many. */
    static final String LISTED = """
            SELECT event_id, account, event_key, type, object_id, status, reason, tries, received_at,
                CASE WHEN ended_at IS NULL THEN next_try_at END AS next_try_at,
                extract(epoch FROM now() - received_at)::bigint AS age_seconds
            FROM webhook_events
            WHERE status = $1 AND status IN ('parked', 'failed') AND event_id > $2
            ORDER BY event_id
            LIMIT $3
            """;

    /** What is to be applied, what waits until it is known, or for an operator, and what cannot be applied. */
    static final String OPEN_NOW = """
            SELECT 'ready' AS state, count(*) AS number,
                coalesce(extract(epoch FROM now() - min(received_at)), 0)::bigint AS oldest_age_seconds
            FROM webhook_events
            WHERE ended_at IS NULL AND status = 'received'
            UNION ALL
            SELECT status, count(*), extract(epoch FROM now() - min(received_at))::bigint
            FROM webhook_events
            WHERE status IN ('parked', 'failed')
            GROUP BY status
            """;

    /**
     * Has a parked or failed one tried anew, with an entry in the audit, and says in which status it was found. Whoever
     * applies it at this moment writes nothing any more.
     *
     * <pre>
     *   $1 event_id  $2 milliseconds that it is tried  $3 now, for the audit  $4 audit id  $5 actor
     * </pre>
     */
    static final String REPLAY = """
            WITH present AS (
                -- Locked, so that what is found is what is replayed, and not an older state.
                SELECT *
                FROM webhook_events
                WHERE event_id = $1
                FOR UPDATE
            ), replayed AS (
                UPDATE webhook_events AS e
                SET status = 'received', reason = NULL, tries = 0, faults = 0, next_try_at = now(),
                    give_up_at = now() + $2::bigint * interval '1 millisecond', worker_token = NULL,
                    locked_until = NULL, ended_at = NULL
                FROM present AS p
                WHERE e.event_id = $1 AND p.status IN ('parked', 'failed')
                RETURNING e.event_id
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, before, after)
                SELECT $4, $3, $5, 'webhook.replayed', p.event_id,
                    jsonb_build_object(
                        'account', p.account, 'type', p.type, 'status', p.status, 'reason', p.reason,
                        'tries', p.tries),
                    jsonb_build_object('account', p.account, 'type', p.type, 'status', 'received')
                FROM present AS p
                JOIN replayed AS r ON r.event_id = p.event_id
            )
            SELECT status
            FROM present
            """;

    private WebhookSql() {}
}
