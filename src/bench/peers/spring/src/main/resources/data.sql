INSERT INTO spring.api_keys (key_sha256, tenant, client, capacity, period) VALUES
    -- Limits that never bite, so that new orders and replays are measured.
    (sha256('bench'), 'bench', 'default', 1000000, 1),
    -- Refused after its first request, so that refusals are.
    (sha256('denied'), 'denied', 'default', 1, 3600);
