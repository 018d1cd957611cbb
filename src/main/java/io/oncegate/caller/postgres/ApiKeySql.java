package io.oncegate.caller.postgres;

/** Statements on API keys. Neither a key nor its hash goes into the audit. */
final class ApiKeySql {

    /**
     * $1 tenant, $2 id, $3 name, $4 client, $5 SHA-256 of the key, $6 scopes, $7 expires at, $8 now, $9 audit id,
     * $10 actor. No row: there is no such tenant.
     */
    static final String ADD = """
            WITH created AS (
                INSERT INTO api_keys (id, tenant_id, name, client, key_sha256, scopes, created_at, expires_at)
                SELECT $2, t.tenant_id, $3, $4, $5, $6, $8, $7
                FROM tenants t
                WHERE t.tenant_id = $1
                RETURNING *
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $9, $8, $10, 'api-key.created', c.id, c.tenant_id, NULL,
                       jsonb_build_object(
                           'name', c.name, 'client', c.client, 'scopes', to_jsonb(c.scopes),
                           'expires_at', c.expires_at, 'revoked_at', c.revoked_at)
                FROM created c
            )
            SELECT c.id
            FROM created c
            """;

    /** $1 tenant, $2 the id that the first key follows, $3 most rows. A row without an id: the tenant has none there. */
    static final String LIST = """
            SELECT t.tenant_id, k.id, k.name, k.client, k.scopes, k.created_at, k.expires_at, k.revoked_at
            FROM tenants t
            LEFT JOIN api_keys k ON k.tenant_id = t.tenant_id AND k.id > $2
            WHERE t.tenant_id = $1
            ORDER BY k.id
            LIMIT $3
            """;

    /** $1 id, $2 now, $3 audit id, $4 actor. No row: there is no such key. */
    static final String REVOKE = """
            WITH revoked AS (
                UPDATE api_keys
                SET revoked_at = $2
                WHERE id = $1
                  AND revoked_at IS NULL
                RETURNING *
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $3, $2, $4, 'api-key.revoked', r.id, r.tenant_id,
                       jsonb_build_object(
                           'name', r.name, 'client', r.client, 'scopes', to_jsonb(r.scopes),
                           'expires_at', r.expires_at, 'revoked_at', NULL),
                       jsonb_build_object(
                           'name', r.name, 'client', r.client, 'scopes', to_jsonb(r.scopes),
                           'expires_at', r.expires_at, 'revoked_at', r.revoked_at)
                FROM revoked r
            )
            SELECT k.id
            FROM api_keys k
            WHERE k.id = $1
            """;

    private ApiKeySql() {}
}
