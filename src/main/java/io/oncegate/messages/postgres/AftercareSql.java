package io.oncegate.messages.postgres;

/** Looking after messages that nobody sends at the moment. */
final class AftercareSql {

    /**
     * Unknown messages of a gateway that are due, and what is done about each: one that the gateway still recognises is
     * sent again, one of the last day is asked for where there is whom to ask, and any other is left to whoever tells of
     * it.
     *
     * <pre>
     *   $1 gateway  $2 how many  $3 whether it recognises a message  $4 whether it answers questions
     *   $5 most attempts  $6 milliseconds from its first sending that a message is asked for
     * </pre>
     */
    static final String DOUBTS = """
            WITH due AS (
                SELECT message_id
                FROM messages
                WHERE gateway = $1 AND next_check_at <= now()
                ORDER BY next_check_at
                LIMIT $2
                FOR UPDATE SKIP LOCKED
            ), decided AS (
                SELECT m.message_id,
                    CASE
                        WHEN $3 AND m.attempts < $5 AND least(m.expires_at, m.resend_until) > now() THEN 'resend'
                        WHEN $4 AND m.first_sent_at + $6::bigint * interval '1 millisecond' > now() THEN 'ask'
                        ELSE 'leave'
                    END AS remedy
                FROM messages AS m
                WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM due))
            )
            UPDATE messages AS m
            SET status = CASE WHEN d.remedy = 'resend' THEN 'ready' ELSE 'unknown' END,
                next_attempt_at = CASE WHEN d.remedy = 'resend' THEN now() ELSE m.next_attempt_at END,
                next_check_at = CASE
                    WHEN d.remedy = 'ask' THEN now() + least(3600, 2 ^ least(m.checks + 1, 12)) * interval '1 second'
                END,
                checks = m.checks + 1, ended_at = CASE WHEN d.remedy = 'leave' THEN now() END, updated_at = now()
            FROM decided AS d
            WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM due))
                AND m.message_id = d.message_id AND m.next_check_at <= now()
            RETURNING m.message_id, d.remedy
            """;

    /**
     * Messages whose worker's lease is over. What it had not begun to send is another's; what it was sending may have
     * been sent. {@code $1} how many.
     */
    static final String LEASES_OVER = """
            WITH over AS (
                SELECT message_id
                FROM messages
                WHERE locked_until <= now()
                ORDER BY locked_until
                LIMIT $1
                FOR UPDATE SKIP LOCKED
            )
            UPDATE messages AS m
            SET status = CASE WHEN m.status = 'claimed' THEN 'ready' ELSE 'unknown' END,
                next_check_at = CASE WHEN m.status = 'sending' THEN now() END,
                reason = CASE WHEN m.status = 'sending' THEN 'worker-lost' ELSE m.reason END,
                locked_until = NULL, updated_at = now()
            WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM over))
                AND m.locked_until <= now()
            RETURNING m.status
            """;

    /** Messages that nobody needs any more: those that never left have expired. {@code $1} how many. */
    static final String OUTLIVED = """
            WITH over AS (
                SELECT message_id
                FROM messages
                WHERE status = 'ready' AND expires_at <= now()
                ORDER BY expires_at
                LIMIT $1
                FOR UPDATE SKIP LOCKED
            )
            UPDATE messages AS m
            SET status = CASE WHEN m.first_sent_at IS NULL THEN 'expired' ELSE 'unknown' END,
                next_check_at = CASE WHEN m.first_sent_at IS NOT NULL THEN now() END,
                ended_at = CASE WHEN m.first_sent_at IS NULL THEN now() END, updated_at = now()
            WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM over))
                AND m.status = 'ready' AND m.expires_at <= now()
            RETURNING m.status, m.gateway
            """;

    /** Texts that were kept for long enough. {@code $1} for how long, in milliseconds  {@code $2} how many. */
    static final String ERASE = """
            UPDATE messages AS m
            SET body = NULL, updated_at = now()
            WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM messages
                    WHERE ended_at <= now() - $1::bigint * interval '1 millisecond' AND body IS NOT NULL
                    ORDER BY ended_at
                    LIMIT $2
                    FOR UPDATE SKIP LOCKED))
                AND m.ended_at <= now() - $1::bigint * interval '1 millisecond'
            RETURNING m.message_id
            """;

    /** What waits, is under way or has no outcome, by status. */
    static final String OPEN_NOW = """
            SELECT 'ready' AS status, count(*) AS number,
                coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest_age_seconds
            FROM messages
            WHERE status = 'ready'
            UNION ALL
            SELECT status, count(*), extract(epoch FROM now() - min(created_at))::bigint
            FROM messages
            WHERE locked_until IS NOT NULL
            GROUP BY status
            UNION ALL
            SELECT status, count(*), extract(epoch FROM now() - min(created_at))::bigint
            FROM messages
            WHERE status IN ('unknown', 'dead')
            GROUP BY status
            """;

    private AftercareSql() {}
}
