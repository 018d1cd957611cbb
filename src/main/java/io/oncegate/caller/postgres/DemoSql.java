package io.oncegate.caller.postgres;

/** Planting of demo tenants. */
final class DemoSql {

    /**
     * $1 tenant, $2 plan, $3 id of a new key, $4 SHA-256 of its text, $5 scopes, $6 now, $7 payment provider. Twice is the
     * same as once.
     */
    static final String PLANT = """
            WITH tenant AS (
                INSERT INTO tenants (tenant_id, plan, status, payment_provider, created_at, updated_at)
                VALUES ($1, $2, 'active', $7, $6, $6)
                ON CONFLICT (tenant_id) DO UPDATE
                SET plan = EXCLUDED.plan,
                    status = EXCLUDED.status,
                    payment_provider = EXCLUDED.payment_provider,
                    message_gateway = EXCLUDED.message_gateway,
                    updated_at = EXCLUDED.updated_at
                RETURNING tenant_id
            )
            INSERT INTO api_keys (id, tenant_id, name, key_sha256, scopes, created_at)
            SELECT $3, t.tenant_id, 'demo', $4, $5, $6
            FROM tenant t
            ON CONFLICT (key_sha256) DO UPDATE
            SET scopes = EXCLUDED.scopes,
                expires_at = NULL,
                revoked_at = NULL
            """;

    private DemoSql() {}
}
