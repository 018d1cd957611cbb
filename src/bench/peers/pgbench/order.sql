-- The statement that a new order is, as the service sends it (orders.postgres.BenchmarkStatementTest compares them).
-- pgbench numbers the orders of each of its clients, in the place of a ULID, and draws the key.
\set n :n + 1
\set id :base + :client_id * 10000000 + :n
\set key random(1, 9000000000000000000)
WITH claimed AS (
    INSERT INTO idempotency_keys (
        tenant_id, principal, method, path, key,
        body_sha256, fingerprint_version, worker_token, recovery_point, status,
        expires_at, response_code, response_headers, response_body, resource_id)
    VALUES (
        :tenant, :principal, :method, :path, :key,
        :sha256, :fingerprint, :token, 'finished', CASE WHEN :code::smallint < 400 THEN 'succeeded' ELSE 'failed_final' END,
        now() + :life::bigint * interval '1 millisecond', :code, :headers, :body, lpad(:id, 26, '0'))
    ON CONFLICT (tenant_id, principal, method, path, key) DO NOTHING
    RETURNING tenant_id, principal, resource_id
)
, placed AS (
    INSERT INTO orders (
        tenant_id, order_id, principal, user_id, amount, currency, external_id, external_id_held,
        description, metadata, status, created_at)
    SELECT claimed.tenant_id, claimed.resource_id, claimed.principal, :user, :amount::bigint, :currency, NULL, NULL,
        NULL, NULL::jsonb, :status, :at::timestamptz
    FROM claimed
)
, rival AS MATERIALIZED (
    SELECT body_sha256, fingerprint_version, status, worker_token, recovery_point, resource_id,
        response_code, response_headers, response_body, takeovers, created_at, expires_at,
        (extract(epoch FROM now() - created_at) * 1000)::bigint AS age_ms,
        (extract(epoch FROM locked_until - now()) * 1000)::bigint AS lease_ms,
        (extract(epoch FROM expires_at - now()) * 1000)::bigint AS life_ms
    FROM idempotency_keys
    WHERE tenant_id = :tenant AND principal = :principal AND method = :method AND path = :path AND key = :key
        AND NOT EXISTS (SELECT FROM claimed)
)
SELECT (SELECT resource_id FROM claimed) AS made, EXISTS (SELECT FROM claimed) AS won, rival.*
FROM (VALUES (1)) AS always_one_row
LEFT JOIN rival ON TRUE;
