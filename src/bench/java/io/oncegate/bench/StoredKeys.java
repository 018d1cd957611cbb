package io.oncegate.bench;

/** Finished keys that earlier requests would have left, with their orders. */
final class StoredKeys {

    private static final int BATCH = 1_000_000;

    private final Servers servers;
    private final String database;

    StoredKeys(Servers servers, String database) {
        this.servers = servers;
        this.database = database;
    }

    void living(int count) {
        insert(count, "now() + interval '7 days'");
    }

    void expired(int count) {
        insert(count, "now() - n * interval '1 millisecond'");
    }

    long stillExpired() {
        return servers.number(database, "SELECT count(*) FROM idempotency_keys WHERE expires_at <= now()");
    }

    private void insert(int count, String expiry) {
        for (int done = 0; done < count; done += BATCH) {
            int most = Math.min(BATCH, count - done);
            servers.sql(database, """
                    INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256,
                        fingerprint_version, status, response_code, response_headers, response_body, recovery_point,
                        worker_token, created_at, expires_at)
                    SELECT 'tenant-' || n %% 100, 'default', 'POST', '/v1/orders', gen_random_uuid()::text, sha256('x'),
                        1, 'succeeded', 201, '{"Content-Type": "application/json"}', repeat('x', 160)::bytea,
                        'finished', gen_random_uuid(), now() - interval '8 days', %s
                    FROM generate_series(1, %d) AS n
                    """.formatted(expiry, most));
            System.err.printf("%s: %d keys stored%n", database, done + most);
        }
        servers.sql(database, "VACUUM (ANALYZE) idempotency_keys");
        servers.checkpoint();
    }
}
