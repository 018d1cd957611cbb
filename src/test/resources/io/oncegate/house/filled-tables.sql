-- Tables so large that reading one from end to end would be a mistake.

INSERT INTO tenants (tenant_id, plan, status, created_at, updated_at)
SELECT 'tenant-' || n, 'free', 'active', now(), now()
FROM generate_series(1, 2000) AS n;

INSERT INTO api_keys (id, tenant_id, name, client, key_sha256, scopes, created_at)
SELECT lpad(n::text, 26, '0'), 'tenant-' || n % 2000 + 1, 'key', 'default', sha256(n::text::bytea),
    '{orders:read}', now()
FROM generate_series(1, 10000) AS n;

INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
    status, response_code, response_headers, response_body, recovery_point, worker_token, expires_at)
SELECT 'tenant-' || n % 10, 'default', 'POST', '/v1/orders', 'key-' || n, sha256('x'), 1,
    'succeeded', 201, '{}', 'x', 'finished', gen_random_uuid(), now() + n * interval '1 second'
FROM generate_series(1, 50000) AS n;

INSERT INTO orders (tenant_id, order_id, principal, user_id, amount, currency, external_id,
    external_id_held, status, created_at)
SELECT 'tenant-' || n % 10, '01' || lpad(n::text, 24, '0'), 'default', 'user', 1, 'EUR', 'ref-' || n,
    'ref-' || n, 'created', now()
FROM generate_series(1, 50000) AS n;

INSERT INTO payments (tenant_id, order_id, account, idempotency_key, request_id, method, status, pay_until, review_at)
SELECT 'tenant-' || n % 10, '01' || lpad(n::text, 24, '0'), 'account-' || n % 4, 'key-' || n, 'request', 'method', 'new',
    now(), now()
FROM generate_series(1, 50000) AS n;

INSERT INTO payment_attempts (attempt_id, tenant_id, order_id, account, number, operation, status, target, content_type,
    request, worker_token, next_check_at, resend_until, settle_until)
SELECT '01' || lpad(n::text, 24, '0'), 'tenant-' || n % 10, '01' || lpad(n::text, 24, '0'), 'account-' || n % 4, 1,
    'charge', CASE WHEN n % 10 = 0 THEN 'unknown' ELSE 'declined' END, '/charge', 'application/json', 'x',
    gen_random_uuid(), CASE WHEN n % 10 = 0 THEN now() + n * interval '1 second' END, now(), now()
FROM generate_series(1, 50000) AS n;

INSERT INTO external_operations (account, external_id, attempt_id, tenant_id, order_id)
SELECT 'account-' || n % 4, 'external-' || n, '01' || lpad(n::text, 24, '0'), 'tenant-' || n % 10,
    '01' || lpad(n::text, 24, '0')
FROM generate_series(1, 50000) AS n;

INSERT INTO messages (tenant_id, message_id, principal, recipient, body, segments, priority, status,
    created_at, expires_at, worker_token, locked_until, next_check_at, ended_at)
SELECT 'tenant-' || n % 10, '01' || lpad(n::text, 24, '0'), 'default', '+4915123456789', 'x', 1,
    'normal', state, now(), now() + n * interval '1 second', gen_random_uuid(),
    CASE WHEN state = 'sending' THEN now() + n * interval '1 second' END,
    CASE WHEN state = 'unknown' THEN now() + n * interval '1 second' END,
    CASE WHEN state = 'delivered' THEN now() + n * interval '1 second' END
FROM generate_series(1, 50000) AS n,
    LATERAL (SELECT CASE n % 100 WHEN 0 THEN 'unknown' WHEN 1 THEN 'sending' WHEN 2 THEN 'ready' ELSE 'delivered' END) AS s (state);

INSERT INTO webhook_events (event_id, account, event_key, type, object_id, body, body_sha256, status, next_try_at, ended_at)
SELECT '01' || lpad(n::text, 24, '0'), 'account-' || n % 4, 'event-' || n, 'type', 'object', 'x', sha256('x'),
    CASE WHEN n % 100 = 0 THEN 'received' WHEN n % 100 = 1 THEN 'parked' ELSE 'applied' END,
    now() + n * interval '1 second', CASE WHEN n % 100 > 1 THEN now() - n * interval '1 second' END
FROM generate_series(1, 50000) AS n;

INSERT INTO webhook_variants (account, event_key, body_sha256, body, received_at)
SELECT 'account-' || n % 4, 'event-' || n, sha256('y'), 'y', now() - n * interval '1 second'
FROM generate_series(1, 20000) AS n;

INSERT INTO audit (id, at, actor, action, subject, tenant_id, after)
SELECT lpad(n::text, 26, '0'), now() - n * interval '1 second', 'operator', 'tenant.created', 'x', 'x', '{}'
FROM generate_series(1, 20000) AS n;

INSERT INTO limit_changes (tenant_id, policy, capacity, refill, changed_at)
SELECT 'tenant-' || n % 2000 + 1, 'policy-' || n / 2000, 1, '1/s', now()
FROM generate_series(0, 9999) AS n;

INSERT INTO instances (instance_id, started_at, seen_at)
SELECT '01' || lpad(n::text, 24, '0'), now() - n * interval '1 second', now() - n * interval '1 second'
FROM generate_series(1, 5000) AS n;

ANALYZE;
