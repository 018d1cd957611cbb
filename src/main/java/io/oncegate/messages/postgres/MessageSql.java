package io.oncegate.messages.postgres;

import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;

/** The statements on messages that clients and operators cause. */
final class MessageSql {

    /**
     * Stores a message for whoever wins the key. The claim takes {@code $1..$13}, of which this takes the message's id:
     *
     * <pre>
     *   $14 recipient  $15 body  $16 segments  $17 priority  $18 status  $19 created_at  $20 expires_at  $21 gateway
     * </pre>
     */
    private static final String STORED = """
            , stored AS (
                INSERT INTO messages (
                    tenant_id, message_id, principal, recipient, body, segments, priority, status, created_at, expires_at,
                    gateway)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, $14, $15, $16::smallint, $17, $18,
                    $19::timestamptz, $20::timestamptz, $21
                FROM claimed
            )
            """;

    /** The same for many at once. */
    private static final String STORED_TOGETHER = """
            , stored AS (
                INSERT INTO messages (
                    tenant_id, message_id, principal, recipient, body, segments, priority, status, created_at, expires_at,
                    gateway)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, own.recipient, own.body, own.segments,
                    own.priority, own.status, own.created_at, own.expires_at, own.gateway
                FROM claimed
                JOIN unnest(
                        $14::text[], $15::text[], $16::smallint[], $17::text[], $18::text[],
                        $19::timestamptz[], $20::timestamptz[], $21::text[])
                    WITH ORDINALITY AS own (
                        recipient, body, segments, priority, status, created_at, expires_at, gateway, position)
                    ON own.position = claimed.position
            )
            """;

    static final FirstPhase.Forms ACCEPT = new FirstPhase.Forms(
                    ClaimSql.NEW_FINISHED + STORED + ClaimSql.OUTCOME,
                    ClaimSql.EXPIRED_FINISHED + STORED + ClaimSql.OUTCOME)
            .inBatches("messages", ClaimSql.NEW_FINISHED_TOGETHER + STORED_TOGETHER + ClaimSql.OUTCOMES);

    /** {@code $1} tenant_id, {@code $2} message_id. */
    static final String FIND = """
            SELECT tenant_id, message_id, principal, recipient, body, segments, priority, gateway, status, attempts,
                created_at, expires_at, sent_at, delivered_at
            FROM messages
            WHERE tenant_id = $1 AND message_id = $2
            """;

    /** How many messages of each tenant wait to be sent, those included that a worker has and may put back. */
    static final String QUEUED = """
            SELECT tenant_id, count(*) AS number
            FROM (
                SELECT tenant_id
                FROM messages
                WHERE status = 'ready'
                UNION ALL
                SELECT tenant_id
                FROM messages
                WHERE locked_until IS NOT NULL) AS waiting
            GROUP BY tenant_id
            """;

    private static final String UNENDED = """
            SELECT message_id, tenant_id, gateway, priority, status, reason, external_id, attempts, checks, created_at,
                expires_at, first_sent_at, next_check_at,
                extract(epoch FROM now() - created_at)::bigint AS age_seconds
            FROM messages
            """;

    /** Messages in one status, oldest first. {@code $1} status, {@code $2} message_id to come after, {@code $3} how many. */
    static final String LISTED = UNENDED + """
            WHERE status = $1 AND status IN ('unknown', 'dead') AND message_id > $2
            ORDER BY message_id
            LIMIT $3
            """;

    /** One message of whatever tenant. {@code $1} message_id. */
    static final String LISTED_ONE = UNENDED + """
            WHERE message_id = $1
            """;

    /**
     * An operator has a message sent that was given up, with an entry in the audit; one that is unknown only where that
     * may make it two.
     *
     * <pre>
     *   $1 message_id  $2 whether it may be sent twice
     *   $3 audit id  $4 now, for the audit  $5 actor  $6 note
     * </pre>
     */
    static final String REQUEUE = """
            WITH requeued AS (
                UPDATE messages
                SET status = 'ready', reason = NULL, attempts = 0, checks = 0, resend_until = NULL,
                    next_attempt_at = now(), next_check_at = NULL, ended_at = NULL, updated_at = now()
                WHERE message_id = $1 AND (status = 'dead' OR (status = 'unknown' AND $2))
                    AND expires_at > now() AND body IS NOT NULL
                RETURNING message_id, tenant_id, gateway
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $3, $4, $5, 'message.requeued', r.message_id, r.tenant_id,
                    jsonb_build_object(
                        'status', before.status, 'reason', before.reason, 'attempts', before.attempts,
                        'gateway', before.gateway),
                    jsonb_build_object(
                        'status', 'ready', 'gateway', r.gateway, 'may_duplicate', $2::boolean, 'note', $6::text)
                FROM requeued AS r
                JOIN messages AS before ON before.message_id = r.message_id
            )
            SELECT gateway
            FROM requeued
            """;

    private MessageSql() {}
}
