-- A provider that speaks of a payment repeats our reference, which names the order and not its tenant.

CREATE UNIQUE INDEX payment_attempts_numbered ON payment_attempts (order_id, number, tenant_id);

-- The same columns in another order: one index is enough for both.
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_once;
