package io.oncegate.messages.postgres;

/** What becomes of a message that an instance sends: one statement for each step. */
final class DispatchSql {

    /**
     * A message is about to be sent by the worker that took it. Not when it is too late for it, or for its gateway to
     * recognise it. A second try of the same statement finds its own work.
     *
     * <pre>
     *   $1 message_id  $2 worker_token  $3 lease, $4 time for which the gateway recognises it, in milliseconds
     * </pre>
     */
    static final String SENDING = """
            WITH sending AS (
                UPDATE messages
                SET status = 'sending', attempts = attempts + 1,
                    locked_until = now() + $3::bigint * interval '1 millisecond',
                    first_sent_at = coalesce(first_sent_at, now()),
                    resend_until = CASE
                        WHEN first_sent_at IS NULL THEN now() + $4::bigint * interval '1 millisecond'
                        -- What an operator let go once more goes once more.
                        ELSE coalesce(resend_until, now())
                    END,
                    updated_at = now()
                WHERE message_id = $1 AND worker_token = $2 AND status = 'claimed' AND locked_until > now()
                    AND expires_at > now() AND (resend_until IS NULL OR resend_until > now())
                RETURNING message_id
            )
            SELECT message_id
            FROM sending
            UNION ALL
            SELECT message_id
            FROM messages
            WHERE message_id = $1 AND worker_token = $2 AND status = 'sending'
            """;

    /**
     * What the gateway answered. What it has told by itself meanwhile, or better, stays.
     *
     * <pre>
     *   $1 message_id  $2 worker_token  $3 status  $4 external_id  $5 reason
     * </pre>
     */
    static final String ENDED = """
            WITH ended AS (
                UPDATE messages
                SET status = $3, external_id = coalesce($4, external_id), reason = $5, locked_until = NULL,
                    next_check_at = NULL, sent_at = CASE WHEN $3 = 'rejected' THEN sent_at ELSE coalesce(sent_at, now()) END,
                    delivered_at = CASE WHEN $3 = 'delivered' THEN now() ELSE delivered_at END,
                    ended_at = now(), updated_at = now()
                WHERE message_id = $1 AND worker_token = $2
                    AND (status IN ('sending', 'unknown')
                        OR (status = 'sent' AND $3 IN ('delivered', 'undelivered')))
                RETURNING message_id
            )
            SELECT message_id
            FROM ended
            UNION ALL
            SELECT message_id
            FROM messages
            WHERE message_id = $1 AND worker_token = $2 AND status = $3
            """;

    /**
     * The gateway has done nothing with it: it is as it was before this try.
     *
     * <pre>
     *   $1 message_id  $2 worker_token  $3 status: ready, dead or unknown  $4 reason
     *   $5 attempts, $6 first_sent_at, $7 resend_until, as they are now
     *   $8 milliseconds until the next try
     * </pre>
     */
    static final String PUT_BACK = """
            WITH put_back AS (
                UPDATE messages
                SET status = $3, reason = $4, attempts = $5, first_sent_at = $6::timestamptz,
                    resend_until = $7::timestamptz, locked_until = NULL,
                    next_attempt_at = now() + $8::bigint * interval '1 millisecond',
                    next_check_at = CASE
                        WHEN $3 = 'unknown' THEN now() + $8::bigint * interval '1 millisecond'
                    END,
                    ended_at = CASE WHEN $3 = 'dead' THEN now() END, updated_at = now()
                WHERE message_id = $1 AND worker_token = $2 AND status IN ('sending', 'unknown')
                RETURNING message_id
            )
            SELECT message_id
            FROM put_back
            UNION ALL
            SELECT message_id
            FROM messages
            WHERE message_id = $1 AND worker_token = $2 AND status = $3
            """;

    /**
     * The gateway may have taken it.
     *
     * <pre>
     *   $1 message_id  $2 worker_token  $3 reason  $4 milliseconds until it is looked after
     * </pre>
     */
    static final String UNKNOWN = """
            WITH left_open AS (
                UPDATE messages
                SET status = 'unknown', reason = $3, locked_until = NULL,
                    next_check_at = now() + $4::bigint * interval '1 millisecond', updated_at = now()
                WHERE message_id = $1 AND worker_token = $2 AND status = 'sending'
                RETURNING message_id
            )
            SELECT message_id
            FROM left_open
            UNION ALL
            SELECT message_id
            FROM messages
            WHERE message_id = $1 AND worker_token = $2 AND status = 'unknown'
            """;

    /**
     * What the gateway told of a message, asked or by itself; by rank. A message that waits to be sent again is not,
     * once the gateway is known to have it.
     *
     * <pre>
     *   $1 message_id  $2 gateway  $3 status  $4 external_id  $5 reason
     * </pre>
     */
    static final String TOLD = """
            WITH told AS (
                UPDATE messages
                SET status = $3, external_id = coalesce($4, external_id), reason = $5, locked_until = NULL,
                    next_check_at = NULL, sent_at = CASE WHEN $3 = 'rejected' THEN sent_at ELSE coalesce(sent_at, now()) END,
                    delivered_at = CASE WHEN $3 = 'delivered' THEN now() ELSE delivered_at END,
                    ended_at = now(), updated_at = now()
                WHERE message_id = $1 AND gateway = $2
                    AND (status = 'unknown'
                        OR (status IN ('ready', 'claimed', 'sending') AND $3 <> 'rejected')
                        OR (status = 'sent' AND $3 IN ('undelivered', 'delivered'))
                        OR (status = 'undelivered' AND $3 = 'delivered'))
                RETURNING message_id
            )
            SELECT message_id
            FROM told
            UNION ALL
            SELECT message_id
            FROM messages
            WHERE message_id = $1 AND gateway = $2
            """;

    private DispatchSql() {}
}
