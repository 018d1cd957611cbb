package io.oncegate.orders.postgres;

/** Looking for attempts whose outcome is not known, and at them. */
final class OpenPaymentSql {

    /**
     * Attempts of an account that are due and that nobody works on, for a worker: half of them the oldest, half of them
     * those that were looked after least, so that neither waits for all of the others; none is both, so that fewer than
     * two halves are all there are. What was being sent when its worker's lease was over may have happened.
     *
     * <pre>
     *   $1 account  $2 worker_token  $3 how many of each half  $4 lease in milliseconds
     * </pre>
     */
    static final String DUE = """
            WITH oldest AS (
                SELECT attempt_id
                FROM payment_attempts
                WHERE account = $1 AND next_check_at <= now()
                ORDER BY next_check_at
                LIMIT $3
                FOR UPDATE SKIP LOCKED
            ), freshest AS (
                SELECT attempt_id
                FROM payment_attempts
                WHERE account = $1 AND next_check_at <= now()
                    AND attempt_id <> ALL (ARRAY (
                        SELECT attempt_id
                        FROM oldest))
                ORDER BY checks, next_check_at
                LIMIT $3
                FOR UPDATE SKIP LOCKED
            )
            UPDATE payment_attempts AS a
            SET status = CASE WHEN a.status = 'sending' THEN 'unknown' ELSE a.status END, worker_token = $2,
                locked_until = now() + $4::bigint * interval '1 millisecond',
                next_check_at = now() + $4::bigint * interval '1 millisecond', updated_at = now()
            FROM payments AS p
            JOIN orders AS o ON o.tenant_id = p.tenant_id AND o.order_id = p.order_id
            WHERE a.attempt_id = ANY (ARRAY (
                    SELECT attempt_id
                    FROM oldest
                    UNION
                    SELECT attempt_id
                    FROM freshest))
                AND a.next_check_at <= now()
                AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id
            RETURNING %s
            """.formatted(AttemptRow.COLUMNS);

    /**
     * The live attempt of one order, for a worker, unless somebody works on it or has looked after it just now.
     *
     * <pre>
     *   $1 tenant_id  $2 order_id  $3 worker_token  $4 lease in milliseconds  $5 just now, in milliseconds
     * </pre>
     */
    static final String LIVE = """
            UPDATE payment_attempts AS a
            SET status = CASE WHEN a.status = 'sending' THEN 'unknown' ELSE a.status END, worker_token = $3,
                locked_until = now() + $4::bigint * interval '1 millisecond',
                next_check_at = now() + $4::bigint * interval '1 millisecond', updated_at = now()
            FROM payments AS p
            JOIN orders AS o ON o.tenant_id = p.tenant_id AND o.order_id = p.order_id
            WHERE a.tenant_id = $1 AND a.order_id = $2
                AND a.status IN %s
                AND (a.locked_until IS NULL OR a.locked_until <= now())
                AND a.checked_at <= now() - $5::bigint * interval '1 millisecond'
                AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id
            RETURNING %s
            """.formatted(AttemptRow.OPEN, AttemptRow.COLUMNS);

    /** One attempt as it is, whoever works on it. {@code $1} attempt_id. */
    static final String FIND = """
            SELECT %s
            FROM payment_attempts AS a
            JOIN payments AS p ON p.tenant_id = a.tenant_id AND p.order_id = a.order_id
            JOIN orders AS o ON o.tenant_id = a.tenant_id AND o.order_id = a.order_id
            WHERE a.attempt_id = $1
            """.formatted(AttemptRow.COLUMNS);

    /** Attempts in one status, oldest first. {@code $1} status, {@code $2} attempt_id to come after, {@code $3} how many. */
    static final String LISTED = """
            SELECT a.attempt_id, a.tenant_id, a.order_id, a.account, a.number, a.operation, a.status, a.reason,
                a.last_outcome, a.external_id, a.checks, a.created_at, a.checked_at, a.next_check_at,
                extract(epoch FROM now() - a.created_at)::bigint AS age_seconds, o.amount, o.currency
            FROM payment_attempts AS a
            JOIN orders AS o ON o.tenant_id = a.tenant_id AND o.order_id = a.order_id
            WHERE a.status = $1 AND (a.status IN %s OR a.status = 'review')
                AND a.attempt_id > $2
            ORDER BY a.attempt_id
            LIMIT $3
            """.formatted(AttemptRow.OPEN);

    /** How an order's payment stands. {@code $1} tenant_id, {@code $2} order_id. */
    static final String STANDING = """
            SELECT %s, k.status IS NOT DISTINCT FROM 'in_progress' AS key_in_progress,
                CASE
                    -- Somebody works on it: what comes of that may be there at any moment.
                    WHEN a.locked_until > now() THEN 0
                    ELSE (extract(epoch FROM a.next_check_at - now()) * 1000)::bigint
                END AS next_check_ms
            FROM orders AS o
            JOIN payments AS p ON p.tenant_id = o.tenant_id AND p.order_id = o.order_id
            LEFT JOIN payment_attempts AS a
                ON a.tenant_id = o.tenant_id AND a.order_id = o.order_id
                AND a.status IN %s
            LEFT JOIN idempotency_keys AS k
                ON k.tenant_id = o.tenant_id AND k.principal = o.principal
                AND k.method = 'POST' AND k.path = '/v1/orders' AND k.key = p.idempotency_key
                AND k.resource_id = o.order_id
            WHERE o.tenant_id = $1 AND o.order_id = $2
            """.formatted(OrderRow.COLUMNS, AttemptRow.OPEN);

    /** Accounts with open attempts: from one to the next by the index, however many attempts each has. */
    static final String OPEN_ACCOUNTS = """
            WITH RECURSIVE accounts AS (
                (SELECT account FROM payment_attempts WHERE next_check_at IS NOT NULL ORDER BY account LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT a.account
                    FROM payment_attempts AS a
                    WHERE a.next_check_at IS NOT NULL AND a.account > accounts.account
                    ORDER BY a.account
                    LIMIT 1)
                FROM accounts
                WHERE accounts.account IS NOT NULL
            )
            SELECT account
            FROM accounts
            WHERE account IS NOT NULL
            """;

    /** What is open or in review, by status. */
    static final String OPEN_NOW = """
            SELECT status, count(*) AS number,
                coalesce(extract(epoch FROM now() - min(created_at)), 0)::bigint AS oldest_age_seconds
            FROM payment_attempts
            WHERE status IN %s OR status = 'review'
            GROUP BY status
            """.formatted(AttemptRow.OPEN);

    private OpenPaymentSql() {}
}
