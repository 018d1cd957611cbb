package io.oncegate.orders.postgres;

/** What became of an attempt, with all that follows from it: one statement for each transition that ends one. */
final class OutcomeSql {

    /**
     * P3, SettleOrder: an outcome with everything that follows from it. Fenced by the attempt: whoever learns it first
     * records it. Nothing but the attempt changes while another attempt of the order has moved money, and kept it, or is in
     * review.
     *
     * <pre>
     *   $1 attempt_id  $2 statuses that it may be in  $3 its new status  $4 reason  $5 external_id  $6 redirect_url
     *   $7 worker_token, new  $8 payment's status  $9 order's status
     *   $10 response_code  $11 response_headers  $12 response_body  $13 retention in milliseconds
     *   $14 milliseconds until the next check, for an attempt that stays open
     *   $15 the worker whom alone it concerns, NULL where it is true whoever says so
     *   $16 the webhook event that told it, NULL where none did
     * </pre>
     */
    private static final String SETTLED = """
            WITH settled AS (
                UPDATE payment_attempts AS a
                SET status = $3, reason = $4, external_id = coalesce($5, a.external_id), worker_token = $7,
                    locked_until = NULL,
                    next_check_at = CASE
                        WHEN $3 = 'action_required' THEN now() + $14::bigint * interval '1 millisecond'
                    END,
                    -- What was told unasked is no look.
                    checks = CASE WHEN $16::text IS NULL THEN a.checks + 1 ELSE a.checks END, absences = 0,
                    checked_at = now(), updated_at = now()
                WHERE a.attempt_id = $1 AND a.status = ANY ($2::text[])
                    AND (a.status <> 'succeeded' OR a.reason IS DISTINCT FROM 'refunded')
                    AND ($15::uuid IS NULL OR a.worker_token = $15)
                    AND ($3 <> 'succeeded' OR $8 = 'refunded' OR NOT EXISTS (
                        SELECT FROM payment_attempts AS other
                        WHERE other.tenant_id = a.tenant_id AND other.order_id = a.order_id
                            AND other.attempt_id <> a.attempt_id AND other.status IN ('succeeded', 'review')
                            AND other.reason IS DISTINCT FROM 'refunded'))
                RETURNING a.tenant_id, a.order_id, a.account, a.attempt_id, a.external_id, NOT EXISTS (
                    SELECT FROM payment_attempts AS other
                    WHERE other.tenant_id = a.tenant_id AND other.order_id = a.order_id
                        AND other.attempt_id <> a.attempt_id AND other.status IN ('succeeded', 'review')
                        AND other.reason IS DISTINCT FROM 'refunded') AS alone
            ), linked AS (
                INSERT INTO external_operations (account, external_id, attempt_id, tenant_id, order_id)
                SELECT s.account, s.external_id, s.attempt_id, s.tenant_id, s.order_id
                FROM settled AS s
                WHERE s.external_id IS NOT NULL AND NOT EXISTS (
                    SELECT FROM external_operations AS e
                    WHERE e.account = s.account AND e.external_id = s.external_id
                        AND e.tenant_id = s.tenant_id AND e.order_id = s.order_id)
            ), paid AS (
                UPDATE payments AS p
                SET status = $8, reason = $4, external_id = coalesce(s.external_id, p.external_id), redirect_url = $6,
                    updated_at = now()
                FROM settled AS s
                WHERE p.tenant_id = s.tenant_id AND p.order_id = s.order_id AND s.alone
            ), ordered AS (
                UPDATE orders AS o
                SET status = $9,
                    external_id_held = CASE WHEN $9 = 'payment_failed' THEN NULL ELSE o.external_id_held END
                FROM settled AS s
                WHERE o.tenant_id = s.tenant_id AND o.order_id = s.order_id AND s.alone
            ), finished AS (
                UPDATE idempotency_keys AS k
                SET status = CASE WHEN $10::smallint < 400 THEN 'succeeded' ELSE 'failed_final' END,
                    recovery_point = 'finished', worker_token = $7, locked_until = NULL, updated_at = now(),
                    expires_at = now() + $13::bigint * interval '1 millisecond',
                    response_code = $10, response_headers = $11, response_body = $12
                FROM settled AS s
                JOIN payments AS p ON p.tenant_id = s.tenant_id AND p.order_id = s.order_id
                JOIN orders AS o ON o.tenant_id = s.tenant_id AND o.order_id = s.order_id
                WHERE k.tenant_id = s.tenant_id AND k.principal = o.principal
                    AND k.method = 'POST' AND k.path = '/v1/orders' AND k.key = p.idempotency_key
                    AND k.resource_id = s.order_id AND k.status = 'in_progress' AND s.alone
            )
            """ + HearingSql.applied("settled", 16);

    private static final String ENDED = """
            SELECT attempt_id
            FROM settled
            UNION ALL
            SELECT attempt_id
            FROM payment_attempts
            WHERE attempt_id = $1 AND worker_token = $7
            """;

    static final String SETTLE = SETTLED + ENDED;

    /**
     * The same by an operator, with an entry in the audit.
     *
     * <pre>
     *   $1..$16 as above  $17 audit id  $18 now, for the audit  $19 actor  $20 note  $21 outcome as it was said
     * </pre>
     */
    static final String RESOLVE = SETTLED + """
            , audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $17, $18, $19, 'payment.resolved', s.attempt_id, s.tenant_id,
                    jsonb_build_object(
                        'order_id', s.order_id, 'status', before.status, 'reason', before.reason,
                        'external_id', before.external_id),
                    jsonb_build_object(
                        'order_id', s.order_id, 'status', $3::text, 'outcome', $21::text, 'external_id', s.external_id,
                        'note', $20::text)
                FROM settled AS s
                JOIN payment_attempts AS before ON before.attempt_id = s.attempt_id
            )
            """ + ENDED;

    /** An attempt that {@code reviewed} left to an operator, and its order with it. The key stays as it is. */
    private static final String LEFT = """
            , linked AS (
                INSERT INTO external_operations (account, external_id, attempt_id, tenant_id, order_id)
                SELECT r.account, $2, r.attempt_id, r.tenant_id, r.order_id
                FROM reviewed AS r
                WHERE $2::text IS NOT NULL AND NOT EXISTS (
                    SELECT FROM external_operations AS e
                    WHERE e.account = r.account AND e.external_id = $2
                        AND e.tenant_id = r.tenant_id AND e.order_id = r.order_id)
            ), paid AS (
                UPDATE payments AS p
                SET status = 'review', reason = r.reason, updated_at = now()
                FROM reviewed AS r
                WHERE p.tenant_id = r.tenant_id AND p.order_id = r.order_id AND p.status NOT IN ('paid', 'refunded')
            ), ordered AS (
                UPDATE orders AS o
                SET status = 'payment_review'
                FROM reviewed AS r
                WHERE o.tenant_id = r.tenant_id AND o.order_id = r.order_id AND o.status <> 'paid'
            )
            """ + HearingSql.applied("reviewed", 4) + """
            SELECT attempt_id
            FROM reviewed
            UNION ALL
            SELECT attempt_id
            FROM payment_attempts
            WHERE attempt_id = $1 AND worker_token = $3
            """;

    /**
     * An attempt is left to an operator.
     *
     * <pre>
     *   $1 attempt_id  $2 external_id  $3 worker_token, new  $4 the webhook event that told it, NULL where none did
     *   $5 reason  $6 statuses that it may be in
     * </pre>
     */
    static final String REVIEW = """
            WITH reviewed AS (
                UPDATE payment_attempts AS a
                SET status = 'review', reason = $5, external_id = coalesce($2, a.external_id), worker_token = $3,
                    locked_until = NULL, next_check_at = NULL, checks = a.checks + 1, checked_at = now(),
                    updated_at = now()
                WHERE a.attempt_id = $1 AND a.status = ANY ($6::text[])
                RETURNING a.tenant_id, a.order_id, a.attempt_id, a.account, a.reason
            )
            """ + LEFT;

    /**
     * Money moved for an attempt that had ended without, that is not the only one of its payment, or that has moved some
     * under another id. {@code $1..$4} as above.
     */
    static final String LATE_SUCCESS = """
            WITH others AS (
                SELECT EXISTS (
                    SELECT FROM payment_attempts AS a
                    JOIN payment_attempts AS other
                        ON other.tenant_id = a.tenant_id AND other.order_id = a.order_id
                        AND other.attempt_id <> a.attempt_id AND other.status IN ('succeeded', 'review')
                    WHERE a.attempt_id = $1) AS moved
            ), reviewed AS (
                UPDATE payment_attempts AS a
                SET status = 'review',
                    reason = CASE
                        WHEN a.status = 'succeeded' THEN 'second_charge'
                        WHEN others.moved THEN 'duplicate_success'
                        ELSE 'late_success'
                    END,
                    external_id = $2, worker_token = $3, locked_until = NULL, next_check_at = NULL,
                    checked_at = now(), updated_at = now()
                FROM others
                WHERE a.attempt_id = $1
                    AND (a.status IN ('declined', 'rejected', 'not_executed')
                        OR (a.status = 'succeeded' AND a.external_id <> $2)
                        OR (others.moved AND a.status IN %s))
                RETURNING a.tenant_id, a.order_id, a.attempt_id, a.account, a.reason
            )
            """.formatted(AttemptRow.OPEN) + LEFT;

    private OutcomeSql() {}
}
