package io.oncegate.caller.postgres;

/** The statement that every authentication which is not remembered sends. */
final class CallerSql {

    /** $1 SHA-256 of the key. */
    static final String GRANT_OF_KEY = """
            SELECT k.tenant_id, k.client, k.scopes, t.plan, t.status, t.payment_provider, t.message_gateway,
                   (EXTRACT(EPOCH FROM k.expires_at - now()) * 1000)::bigint AS valid_for_ms
            FROM api_keys k
            JOIN tenants t ON t.tenant_id = k.tenant_id
            WHERE k.key_sha256 = $1
              AND k.revoked_at IS NULL
              AND (k.expires_at IS NULL OR k.expires_at > now())
            """;

    private CallerSql() {}
}
