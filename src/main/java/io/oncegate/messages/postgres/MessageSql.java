package io.oncegate.messages.postgres;

import io.oncegate.idempotency.operation.ClaimSql;
import io.oncegate.idempotency.operation.FirstPhase;

/** The statements on messages. */
final class MessageSql {

    /**
     * Stores a message for whoever wins the key. The claim takes {@code $1..$13}, of which this takes the message's id:
     *
     * <pre>
     *   $14 recipient  $15 body  $16 segments  $17 priority  $18 status  $19 created_at  $20 expires_at
     * </pre>
     */
    private static final String STORED = """
            , stored AS (
                INSERT INTO messages (
                    tenant_id, message_id, principal, recipient, body, segments, priority, status, created_at, expires_at)
                SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, $14, $15, $16::smallint, $17, $18,
                    $19::timestamptz, $20::timestamptz
                FROM claimed
            )
            """;

    static final FirstPhase.Forms ACCEPT = new FirstPhase.Forms(
            ClaimSql.NEW_FINISHED + STORED + ClaimSql.OUTCOME, ClaimSql.EXPIRED_FINISHED + STORED + ClaimSql.OUTCOME);

    /** {@code $1} tenant_id, {@code $2} message_id. */
    static final String FIND = """
            SELECT tenant_id, message_id, principal, recipient, body, segments, priority, status, attempts,
                created_at, expires_at, sent_at, delivered_at
            FROM messages
            WHERE tenant_id = $1 AND message_id = $2
            """;

    private MessageSql() {}
}
