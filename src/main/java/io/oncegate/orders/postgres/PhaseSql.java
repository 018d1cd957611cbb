package io.oncegate.orders.postgres;

import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;

/** The phases of an attempt: one statement before each request that leaves, and one when its outcome is not known. */
final class PhaseSql {

    /**
     * P1: places an order and begins its payment for whoever wins the key. The claim takes {@code $1..$10}, of which this
     * takes the key, the worker's token, its lease and the order's id:
     *
     * <pre>
     *   $11 user_id  $12 amount  $13 currency  $14 external_id  $15 description  $16 metadata  $17 status
     *   $18 created_at
     *   $19 account  $20 request_id  $21 method  $22 return_url
     *   $23 attempt_id  $24 operation  $25 target  $26 content_type  $27 request  $28 provider_key
     *   $29 milliseconds that the provider knows the key   $30 milliseconds until a request has had its effect
     *   $31 milliseconds until it is too late to pay       $32 milliseconds until an operator decides
     * </pre>
     */
    private static final String BEGUN = """
            , placed AS (
                INSERT INTO orders (
                    tenant_id, order_id, principal, user_id, amount, currency, external_id, external_id_held,
                    description, metadata, status, created_at)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, $11, $12::bigint, $13, $14, $14,
                    $15, $16::jsonb, $17, $18::timestamptz
                FROM claimed
            ), asked AS (
                INSERT INTO payments (
                    tenant_id, order_id, account, idempotency_key, request_id, method, return_url, status,
                    pay_until, review_at)
                SELECT claimed.tenant_id, claimed.resource_id, $19, $5, $20, $21, $22, 'new',
                    now() + $31::bigint * interval '1 millisecond', now() + $32::bigint * interval '1 millisecond'
                FROM claimed
            ), begun AS (
                INSERT INTO payment_attempts (
                    attempt_id, tenant_id, order_id, account, number, operation, status,
                    target, content_type, request, provider_key, worker_token,
                    locked_until, next_check_at, resend_until, settle_until)
                SELECT $23, claimed.tenant_id, claimed.resource_id, $19, 1, $24, 'sending',
                    $25, $26, $27::bytea, $28, $8,
                    now() + $9::bigint * interval '1 millisecond', now() + $9::bigint * interval '1 millisecond',
                    now() + $29::bigint * interval '1 millisecond', now() + $30::bigint * interval '1 millisecond'
                FROM claimed
            )
            """;

    static final FirstPhase.Forms BEGIN = new FirstPhase.Forms(
            ClaimSql.NEW_RUNNING + BEGUN + ClaimSql.OUTCOME, ClaimSql.EXPIRED_RUNNING + BEGUN + ClaimSql.OUTCOME);

    /**
     * P2: the step that follows, with what the last one brought. A second try of the same statement finds its own work.
     *
     * <pre>
     *   $1 attempt_id  $2 worker_token  $3 external_id
     *   $4 operation  $5 target  $6 content_type  $7 request  $8 provider_key
     *   $9 lease, $10 key's life, $11 settling, in milliseconds
     * </pre>
     */
    static final String STEP = """
            WITH moved AS (
                UPDATE payment_attempts AS a
                SET status = 'sending', external_id = $3, operation = $4, target = $5, content_type = $6,
                    request = $7::bytea, provider_key = $8, error_answered = FALSE, absences = 0,
                    locked_until = now() + $9::bigint * interval '1 millisecond',
                    next_check_at = now() + $9::bigint * interval '1 millisecond',
                    first_sent_at = now(), checked_at = now(), updated_at = now(),
                    resend_until = now() + $10::bigint * interval '1 millisecond',
                    settle_until = now() + $11::bigint * interval '1 millisecond'
                FROM payments AS p
                WHERE a.attempt_id = $1 AND a.worker_token = $2 AND a.operation <> $4
                    AND a.status IN %s
                    AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id AND p.pay_until > now()
                RETURNING a.account, a.external_id, a.attempt_id, a.tenant_id, a.order_id
            ), linked AS (
                INSERT INTO external_operations (account, external_id, attempt_id, tenant_id, order_id)
                SELECT account, external_id, attempt_id, tenant_id, order_id
                FROM moved
            ), named AS (
                UPDATE payments AS p
                SET external_id = m.external_id, updated_at = now()
                FROM moved AS m
                WHERE p.tenant_id = m.tenant_id AND p.order_id = m.order_id
            )
            SELECT attempt_id
            FROM moved
            UNION ALL
            SELECT attempt_id
            FROM payment_attempts
            WHERE attempt_id = $1 AND worker_token = $2 AND operation = $4 AND status = 'sending'
            """.formatted(AttemptRow.OPEN);

    /**
     * A worker that holds an attempt is about to send its request. What never left is as good as new; what may have left
     * is sent again only while the provider knows its key, or where it moves no money.
     *
     * <pre>
     *   $1 attempt_id  $2 worker_token  $3 lease, $4 key's life, $5 settling, in milliseconds  $6 whether it moves money
     * </pre>
     */
    static final String RESENDING = """
            UPDATE payment_attempts AS a
            SET status = 'sending',
                locked_until = now() + $3::bigint * interval '1 millisecond',
                next_check_at = now() + $3::bigint * interval '1 millisecond',
                first_sent_at = CASE WHEN a.status = 'prepared' THEN now() ELSE a.first_sent_at END,
                resend_until = CASE
                    WHEN a.status = 'prepared' THEN now() + $4::bigint * interval '1 millisecond'
                    ELSE a.resend_until
                END,
                settle_until = now() + $5::bigint * interval '1 millisecond',
                -- How long it took to be sent is not held against whatever comes of it.
                checks = CASE WHEN a.status = 'prepared' THEN 0 ELSE a.checks END,
                checked_at = now(), updated_at = now()
            FROM payments AS p
            WHERE a.attempt_id = $1 AND a.worker_token = $2 AND a.status IN ('prepared', 'unknown', 'pending')
                AND (a.status = 'prepared' OR a.resend_until > now() OR NOT $6)
                AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id AND p.pay_until > now()
            RETURNING a.attempt_id
            """;

    /**
     * One attempt ends as not executed, and the next begins with a request of its own.
     *
     * <pre>
     *   $1 attempt_id  $2 worker_token
     *   $3 next attempt_id  $4 its worker_token  $5 number  $6 operation  $7 target  $8 content_type  $9 request
     *   $10 provider_key  $11 lease, $12 key's life, $13 settling, in milliseconds
     * </pre>
     */
    static final String NEXT = """
            WITH freed AS (
                UPDATE payment_attempts AS a
                SET status = 'not_executed', reason = 'proven_not_executed', locked_until = NULL, next_check_at = NULL,
                    updated_at = now()
                FROM payments AS p
                WHERE a.attempt_id = $1 AND a.worker_token = $2
                    AND a.status IN %s
                    AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id AND p.pay_until > now()
                RETURNING a.tenant_id, a.order_id, a.account
            ), begun AS (
                INSERT INTO payment_attempts (
                    attempt_id, tenant_id, order_id, account, number, operation, status,
                    target, content_type, request, provider_key, worker_token,
                    locked_until, next_check_at, resend_until, settle_until)
                SELECT $3, tenant_id, order_id, account, $5::smallint, $6, 'sending',
                    $7, $8, $9::bytea, $10, $4,
                    now() + $11::bigint * interval '1 millisecond', now() + $11::bigint * interval '1 millisecond',
                    now() + $12::bigint * interval '1 millisecond', now() + $13::bigint * interval '1 millisecond'
                FROM freed
                RETURNING attempt_id
            )
            SELECT attempt_id
            FROM begun
            UNION ALL
            SELECT attempt_id
            FROM payment_attempts
            WHERE attempt_id = $3 AND worker_token = $4
            """.formatted(AttemptRow.OPEN);

    /**
     * P3': an attempt whose outcome is not known is left to whoever looks after it next. The key's lease goes with the
     * worker.
     *
     * <pre>
     *   $1 attempt_id  $2 worker_token  $3 status  $4 last_outcome  $5 external_id  $6 error_answered
     *   $7 whether no move of money was shown  $8 milliseconds until the next check
     * </pre>
     */
    static final String LEAVE_OPEN = """
            WITH left_open AS (
                UPDATE payment_attempts
                SET status = $3, last_outcome = $4, external_id = coalesce($5, external_id), error_answered = $6,
                    absences = CASE WHEN NOT $7 THEN 0 WHEN settle_until <= now() THEN absences + 1 ELSE absences END,
                    next_check_at = now() + $8::bigint * interval '1 millisecond', locked_until = NULL,
                    checks = checks + 1, checked_at = now(), updated_at = now()
                WHERE attempt_id = $1 AND worker_token = $2 AND locked_until IS NOT NULL
                    AND status IN %1$s
                RETURNING tenant_id, order_id, status, external_id
            ), told AS (
                UPDATE payments AS p
                SET status = CASE WHEN l.status = 'pending' AND p.status = 'new' THEN 'pending' ELSE p.status END,
                    external_id = coalesce(l.external_id, p.external_id), updated_at = now()
                FROM left_open AS l
                WHERE p.tenant_id = l.tenant_id AND p.order_id = l.order_id
                    AND (l.external_id IS DISTINCT FROM p.external_id OR (l.status = 'pending' AND p.status = 'new'))
            ), released AS (
                UPDATE idempotency_keys AS k
                SET locked_until = now(), updated_at = now()
                FROM left_open AS l
                JOIN payments AS p ON p.tenant_id = l.tenant_id AND p.order_id = l.order_id
                JOIN orders AS o ON o.tenant_id = l.tenant_id AND o.order_id = l.order_id
                WHERE k.tenant_id = l.tenant_id AND k.principal = o.principal
                    AND k.method = 'POST' AND k.path = '/v1/orders' AND k.key = p.idempotency_key
                    AND k.resource_id = l.order_id AND k.status = 'in_progress' AND k.locked_until > now()
            )
            SELECT order_id
            FROM left_open
            UNION ALL
            SELECT order_id
            FROM payment_attempts
            WHERE attempt_id = $1 AND worker_token = $2 AND locked_until IS NULL
                AND status IN %1$s
            """.formatted(AttemptRow.OPEN);

    private PhaseSql() {}
}
