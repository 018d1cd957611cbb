package io.oncegate.orders.postgres;

import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;

/** The statements on orders. */
final class OrderSql {

    private static final String SELECTED = """
            SELECT %s
            FROM orders AS o
            LEFT JOIN payments AS p ON p.tenant_id = o.tenant_id AND p.order_id = o.order_id
            """.formatted(OrderRow.COLUMNS);

    /**
     * Places an order for whoever wins the key. The claim takes {@code $1..$13}, of which this takes the order's id:
     *
     * <pre>
     *   $14 user_id  $15 amount  $16 currency  $17 external_id  $18 description  $19 metadata  $20 status
     *   $21 created_at
     * </pre>
     */
    private static final String PLACED = """
            , placed AS (
                INSERT INTO orders (
                    tenant_id, order_id, principal, user_id, amount, currency, external_id, external_id_held,
                    description, metadata, status, created_at)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, $14, $15::bigint, $16, $17, $17,
                    $18, $19::jsonb, $20, $21::timestamptz
                FROM claimed
            )
            """;

    /** The same for many at once. Their references are taken in their order, after all keys. */
    private static final String PLACED_TOGETHER = """
            , placed AS (
                INSERT INTO orders (
                    tenant_id, order_id, principal, user_id, amount, currency, external_id, external_id_held,
                    description, metadata, status, created_at)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, own.user_id, own.amount, own.currency,
                    own.external_id, own.external_id, own.description, own.metadata, own.status, own.created_at
                FROM claimed
                JOIN unnest(
                        $14::text[], $15::bigint[], $16::text[], $17::text[], $18::text[], $19::jsonb[], $20::text[],
                        $21::timestamptz[])
                    WITH ORDINALITY AS own (
                        user_id, amount, currency, external_id, description, metadata, status,
                        created_at, position)
                    ON own.position = claimed.position
                ORDER BY claimed.tenant_id, own.external_id
            )
            """;

    private static final FirstPhase.Forms ONE = new FirstPhase.Forms(
            ClaimSql.NEW_FINISHED + PLACED + ClaimSql.OUTCOME, ClaimSql.EXPIRED_FINISHED + PLACED + ClaimSql.OUTCOME);

    private static final String MANY = ClaimSql.NEW_FINISHED_TOGETHER + PLACED_TOGETHER + ClaimSql.OUTCOMES;

    static final FirstPhase.Forms PLACE = ONE.inBatches("orders", MANY);

    /** The same for orders with a reference: it may be taken, and then all fail that left together. */
    static final FirstPhase.Forms PLACE_REFERRED = ONE.inBatches("orders-with-reference", MANY);

    /** {@code $1} tenant_id, {@code $2} order_id. */
    static final String FIND = SELECTED + """
            WHERE o.tenant_id = $1 AND o.order_id = $2
            """;

    /** {@code $1} tenant_id, {@code $2} external_id. */
    static final String HOLDING = SELECTED + """
            WHERE o.tenant_id = $1 AND o.external_id_held = $2
            """;

    /** {@code $1} tenant_id, {@code $2} and {@code $3} time and id to come after, {@code $4} how many. */
    static final String NEWEST = SELECTED + """
            WHERE o.tenant_id = $1 AND (o.created_at, o.order_id) < ($2::timestamptz, $3)
            ORDER BY o.created_at DESC, o.order_id DESC
            LIMIT $4
            """;

    /** The same with {@code $5} external_id. */
    static final String NEWEST_OF = SELECTED + """
            WHERE o.tenant_id = $1 AND o.external_id = $5 AND (o.created_at, o.order_id) < ($2::timestamptz, $3)
            ORDER BY o.created_at DESC, o.order_id DESC
            LIMIT $4
            """;

    /** {@code $1} tenant_id, {@code $2} order_id to come after, {@code $3} how many. */
    static final String AFTER = SELECTED + """
            WHERE o.tenant_id = $1 AND o.order_id > $2
            ORDER BY o.order_id
            LIMIT $3
            """;

    private OrderSql() {}
}
