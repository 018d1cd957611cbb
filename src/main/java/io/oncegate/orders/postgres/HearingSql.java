package io.oncegate.orders.postgres;

/** Finding the attempt that a provider speaks of, and writing down what does not end it. */
final class HearingSql {

    /**
     * An account's attempt by the provider's id, or else by our reference, as it is.
     *
     * <pre>
     *   $1 account  $2 external_id  $3 order_id  $4 number of the attempt
     * </pre>
     */
    static final String MEANT = """
            WITH linked AS (
                SELECT attempt_id
                FROM external_operations
                WHERE account = $1 AND external_id = $2
            ), meant AS (
                SELECT attempt_id
                FROM linked
                UNION ALL
                SELECT attempt_id
                FROM payment_attempts
                WHERE order_id = $3 AND number = $4::smallint AND account = $1
                    AND NOT EXISTS (
                        SELECT
                        FROM linked)
            )
            SELECT %s, a.status = 'review' AND a.reason IN ('deadline', 'outcome_unknown') AS undecided,
                a.reason IS NOT DISTINCT FROM 'refunded' AS refunded
            FROM meant AS m
            JOIN payment_attempts AS a ON a.attempt_id = m.attempt_id
            JOIN payments AS p ON p.tenant_id = a.tenant_id AND p.order_id = a.order_id
            JOIN orders AS o ON o.tenant_id = a.tenant_id AND o.order_id = a.order_id
            """.formatted(AttemptRow.COLUMNS);

    /**
     * What was heard of an attempt and does not end it. Its worker, if it has one, goes on with it. A second try of the
     * same statement finds its event applied.
     *
     * <pre>
     *   $1 attempt_id  $2 external_id  $3 last_outcome, of an attempt in review  $4 whether the provider works on it
     *   $5 whether to look soon, unless somebody works on it  $6 the webhook event that told it, NULL where none did
     * </pre>
     */
    static final String NOTE = """
            WITH noted AS (
                UPDATE payment_attempts AS a
                SET external_id = coalesce(a.external_id, $2),
                    last_outcome = CASE WHEN a.status = 'review' THEN $3 ELSE a.last_outcome END,
                    next_check_at = CASE
                        WHEN $5 AND a.status <> 'review' AND a.locked_until IS NULL
                            THEN least(a.next_check_at, now())
                        ELSE a.next_check_at
                    END,
                    updated_at = now()
                FROM payments AS p
                WHERE a.attempt_id = $1 AND (a.status IN %s OR a.status = 'review')
                    AND p.tenant_id = a.tenant_id AND p.order_id = a.order_id
                    AND ((a.external_id IS NULL AND $2::text IS NOT NULL)
                        OR (a.status = 'review' AND a.last_outcome IS DISTINCT FROM $3)
                        OR (a.status <> 'review' AND $4 AND p.status = 'new')
                        OR (a.status <> 'review' AND $5 AND a.locked_until IS NULL AND a.next_check_at > now()))
                RETURNING a.tenant_id, a.order_id, a.attempt_id, a.external_id
            ), told AS (
                UPDATE payments AS p
                SET status = CASE WHEN $4 AND p.status = 'new' THEN 'pending' ELSE p.status END,
                    external_id = coalesce(p.external_id, n.external_id), updated_at = now()
                FROM noted AS n
                WHERE p.tenant_id = n.tenant_id AND p.order_id = n.order_id
            )
            """.formatted(AttemptRow.OPEN) + applied("noted", 6) + """
            SELECT attempt_id
            FROM noted
            UNION ALL
            SELECT event_id
            FROM webhook_events
            WHERE event_id = $6 AND status = 'applied'
            """;

    private HearingSql() {}

    /**
     * The webhook event that told what was written is applied by the same statement.
     *
     * @param written the CTE that has a row where something was written
     * @param parameter the number of the one that is the event's id, or NULL
     */
    static String applied(String written, int parameter) {
        return """
            , applied AS (
                UPDATE webhook_events AS e
                SET status = 'applied', reason = NULL, ended_at = now(), locked_until = NULL
                FROM %s AS written
                WHERE e.event_id = $%d
            )
            """.formatted(written, parameter);
    }
}
