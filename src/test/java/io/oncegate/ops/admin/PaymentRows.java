package io.oncegate.ops.admin;

import com.github.f4b6a3.ulid.UlidCreator;
import io.oncegate.testsupport.Database;
import java.util.Map;

/** A tenant's payments as they are left by providers that fell silent, or that changed their mind. */
record PaymentRows(Database database, String tenant) {

    static final String ACCOUNT = "stripe";

    /** The request that placed each of the orders. */
    static final String REQUEST = "01J00000000000000000REQVST";

    /** Makes an order that was placed without a payment one that is being paid: nothing is known, and its key waits. */
    void begin(String orderId, String key) {
        database.execute("""
                UPDATE orders
                SET status = 'payment_pending'
                WHERE tenant_id = ? AND order_id = ?
                """, tenant, orderId);
        database.execute("""
                UPDATE idempotency_keys
                SET status = 'in_progress', recovery_point = 'started', locked_until = now(), expires_at = NULL,
                    response_code = NULL, response_headers = NULL, response_body = NULL
                WHERE tenant_id = ? AND key = ? AND resource_id = ?
                """, tenant, key, orderId);
        database.execute("""
                INSERT INTO payments (tenant_id, order_id, account, idempotency_key, request_id, method, status,
                    pay_until, review_at)
                VALUES (?, ?, ?, ?, ?, 'pm_card_visa', 'new', now(), now() + interval '1 day')
                """, tenant, orderId, ACCOUNT, key, REQUEST);
    }

    /** An attempt that nobody looks after before tomorrow; the provider's id belongs to it from then on. */
    String attempt(String orderId, int number, String status, String externalId) {
        String id = UlidCreator.getMonotonicUlid().toString();
        database.execute("""
                INSERT INTO payment_attempts (attempt_id, tenant_id, order_id, account, number, operation, status,
                    target, content_type, request, worker_token, resend_until, settle_until,
                    last_outcome, checks, external_id, next_check_at)
                VALUES (?, ?, ?, ?, ?, 'confirm', ?,
                    '/v1/payment_intents', 'application/x-www-form-urlencoded', 'x', gen_random_uuid(), now(), now(),
                    'timeout', 3, ?,
                    CASE
                        WHEN ? IN ('prepared', 'sending', 'unknown', 'pending', 'action_required')
                        THEN now() + interval '1 day'
                    END)
                """, id, tenant, orderId, ACCOUNT, number, status, externalId, status);
        if (externalId != null) {
            database.execute("""
                    INSERT INTO external_operations (account, external_id, attempt_id, tenant_id, order_id)
                    VALUES (?, ?, ?, ?, ?)
                    """, ACCOUNT, externalId, id, tenant, orderId);
        }
        return id;
    }

    /** Leaves an attempt to an operator; nothing else of its order changes. */
    void leaveToAnOperator(String attemptId, String reason) {
        database.execute("""
                UPDATE payment_attempts
                SET status = 'review', reason = ?, next_check_at = NULL
                WHERE attempt_id = ?
                """, reason, attemptId);
    }

    /** The order waits for an operator. */
    void review(String orderId) {
        database.execute(
                "UPDATE orders SET status = 'payment_review' WHERE tenant_id = ? AND order_id = ?", tenant, orderId);
        database.execute("UPDATE payments SET status = 'review' WHERE tenant_id = ? AND order_id = ?", tenant, orderId);
    }

    String statusOf(String attemptId) {
        return (String) database.query("SELECT status FROM payment_attempts WHERE attempt_id = ?", attemptId)
                .get(0)
                .get("status");
    }

    /** What would change if something had been done: all of an order but its times. */
    Map<String, Object> everythingAbout(String orderId) {
        return database.query("""
                        SELECT o.status AS order_status, o.external_id_held, p.status AS payment_status, p.external_id,
                            p.reason, k.status AS key_status, k.response_code, k.expires_at,
                            (SELECT string_agg(a.attempt_id || ' ' || a.status, ', ' ORDER BY a.number)
                            FROM payment_attempts AS a
                            WHERE a.tenant_id = o.tenant_id AND a.order_id = o.order_id) AS attempts,
                            (SELECT string_agg(e.external_id, ', ' ORDER BY e.external_id)
                            FROM external_operations AS e
                            WHERE e.tenant_id = o.tenant_id AND e.order_id = o.order_id) AS external_ids,
                            (SELECT count(*) FROM audit WHERE audit.tenant_id = o.tenant_id) AS changes
                        FROM orders AS o
                        JOIN payments AS p ON p.tenant_id = o.tenant_id AND p.order_id = o.order_id
                        JOIN idempotency_keys AS k ON k.tenant_id = o.tenant_id AND k.key = p.idempotency_key
                        WHERE o.tenant_id = ? AND o.order_id = ?
                        """, tenant, orderId).get(0);
    }
}
