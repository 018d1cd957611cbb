package io.oncegate.messages.postgres;

/** Taking messages that are due. */
final class ClaimMessageSql {

    /**
     * What an instance sends next through a gateway: of each priority at least its share, and of what one leaves the
     * others, the first in the list first. Within a priority tenants take turns, beginning after the one that was served
     * last. A tenant's backlog is never read: the index leads from one tenant to the next, and to the few of each that
     * are taken. What has outlived its time is ended and answered too, so that its tenant's turn counts.
     *
     * <p>{@code place} is the turn that a message was taken in, within its priority; {@code more} says that its tenant may
     * have more than its part of the turns.
     *
     * <pre>
     *   $1 gateway  $2 how many in all  $3 worker_token  $4 lease in milliseconds
     *   $5 share of high    $6 its tenant that was served last, or the empty string
     *   $7 share of normal  $8 the same
     *   $9 share of low     $10 the same
     * </pre>
     *
     * <p>Without arrays among its parameters, PostgreSQL finds a plan that suits all values and plans no more.
     */
    static final String CLAIM = """
            WITH RECURSIVE turns AS (
                SELECT priority, share, served_last, number
                FROM (VALUES
                    ('high', $5::integer, $6::text, 1),
                    ('normal', $7::integer, $8::text, 2),
                    ('low', $9::integer, $10::text, 3)) AS t (priority, share, served_last, number)
            ), laps AS (
                -- After the tenant that was served last, and then from the beginning up to it.
                SELECT priority, 1 AS lap, served_last AS beyond, NULL::text AS up_to
                FROM turns
                UNION ALL
                SELECT priority, 2, '', served_last
                FROM turns
                WHERE served_last <> ''
            ), walk AS (
                SELECT l.priority, l.lap, l.up_to, next.tenant_id, next.due, next.due::integer AS found
                FROM laps AS l
                CROSS JOIN LATERAL (
                    SELECT m.tenant_id, m.next_attempt_at <= now() AS due
                    FROM messages AS m
                    WHERE m.status = 'ready' AND m.gateway = $1 AND m.priority = l.priority AND m.tenant_id > l.beyond
                    ORDER BY m.tenant_id, m.next_attempt_at
                    LIMIT 1) AS next
                WHERE l.up_to IS NULL OR next.tenant_id <= l.up_to
                UNION ALL
                SELECT w.priority, w.lap, w.up_to, next.tenant_id, next.due, w.found + next.due::integer
                FROM walk AS w
                CROSS JOIN LATERAL (
                    SELECT m.tenant_id, m.next_attempt_at <= now() AS due
                    FROM messages AS m
                    WHERE m.status = 'ready' AND m.gateway = $1 AND m.priority = w.priority
                        AND m.tenant_id > w.tenant_id
                    ORDER BY m.tenant_id, m.next_attempt_at
                    LIMIT 1) AS next
                WHERE w.found < $2 AND (w.up_to IS NULL OR next.tenant_id <= w.up_to)
            ), counted AS (
                SELECT priority, tenant_id,
                    row_number() OVER (PARTITION BY priority ORDER BY lap, tenant_id) AS turn,
                    least(count(*) OVER (PARTITION BY priority), $2::integer) AS tenants
                FROM walk
                WHERE due
            ), tenants AS (
                SELECT priority, tenant_id, turn, ($2 + tenants - 1) / tenants AS part
                FROM counted
                WHERE turn <= $2
            ), candidates AS (
                SELECT t.priority, t.turn, t.part, m.message_id, m.fate,
                    row_number() OVER (PARTITION BY t.priority, t.tenant_id ORDER BY m.next_attempt_at) AS nth
                FROM tenants AS t
                CROSS JOIN LATERAL (
                    SELECT r.message_id, r.next_attempt_at,
                        CASE
                            WHEN r.first_sent_at IS NULL AND r.expires_at <= now() THEN 'expired'
                            WHEN r.first_sent_at IS NOT NULL AND least(r.expires_at, r.resend_until) <= now()
                                THEN 'unknown'
                            ELSE 'claimed'
                        END AS fate
                    FROM messages AS r
                    WHERE r.status = 'ready' AND r.gateway = $1 AND r.priority = t.priority
                        AND r.tenant_id = t.tenant_id AND r.next_attempt_at <= now()
                    ORDER BY r.next_attempt_at
                    LIMIT t.part
                    FOR UPDATE SKIP LOCKED) AS m
            ), placed AS (
                SELECT priority, message_id, fate, nth = part AS more,
                    row_number() OVER (PARTITION BY priority ORDER BY nth, turn) AS place
                FROM candidates
            ), chosen AS (
                SELECT p.message_id, p.fate, p.place, p.more
                FROM placed AS p
                JOIN turns AS t ON t.priority = p.priority
                ORDER BY p.place > t.share, t.number, p.place
                LIMIT $2
            )
            UPDATE messages AS m
            SET status = c.fate, worker_token = $3,
                locked_until = CASE WHEN c.fate = 'claimed' THEN now() + $4::bigint * interval '1 millisecond' END,
                next_check_at = CASE WHEN c.fate = 'unknown' THEN now() END,
                ended_at = CASE WHEN c.fate = 'expired' THEN now() END, updated_at = now()
            FROM chosen AS c
            WHERE m.message_id = ANY (ARRAY (
                    SELECT message_id
                    FROM chosen))
                AND m.message_id = c.message_id AND m.status = 'ready'
            RETURNING m.tenant_id, m.message_id, m.recipient, m.body, m.priority, m.status, m.attempts, m.checks,
                m.first_sent_at, m.resend_until, c.place, c.more
            """;

    /** Messages that their worker will not send. {@code $1} message_ids  {@code $2} worker_token. */
    static final String RELEASE = """
            UPDATE messages
            SET status = 'ready', locked_until = NULL, updated_at = now()
            WHERE message_id = ANY ($1::text[]) AND worker_token = $2 AND status = 'claimed'
            RETURNING message_id
            """;

    private ClaimMessageSql() {}
}
