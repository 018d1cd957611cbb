package io.oncegate.caller.postgres;

/** Statements on tenants. Each change writes its audit entry itself, from the rows that it really changed. */
final class TenantSql {

    /**
     * $1 tenant, $2 plan, $3 payment provider, $4 message gateway, $5 now, $6 audit id, $7 actor. No row: somebody else
     * made the tenant while the statement ran, which it cannot see.
     */
    static final String CREATE = """
            WITH created AS (
                INSERT INTO tenants (
                    tenant_id, plan, status, payment_provider, message_gateway, created_at, updated_at)
                VALUES ($1, $2, 'active', $3, $4, $5, $5)
                ON CONFLICT (tenant_id) DO NOTHING
                RETURNING *
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $6, $5, $7, 'tenant.created', c.tenant_id, c.tenant_id, NULL,
                       jsonb_build_object(
                           'plan', c.plan, 'status', c.status,
                           'payment_provider', c.payment_provider, 'message_gateway', c.message_gateway)
                FROM created c
            )
            SELECT TRUE AS is_new, c.tenant_id, c.plan, c.status, c.payment_provider, c.message_gateway, c.created_at
            FROM created c
            UNION ALL
            SELECT FALSE, t.tenant_id, t.plan, t.status, t.payment_provider, t.message_gateway, t.created_at
            FROM tenants t
            WHERE t.tenant_id = $1
            """;

    /** $1 tenant. */
    static final String FIND = """
            SELECT t.tenant_id, t.plan, t.status, t.payment_provider, t.message_gateway, t.created_at
            FROM tenants t
            WHERE t.tenant_id = $1
            """;

    /**
     * $1 tenant, $2 plan, $3 status (NULL leaves either), $4 whether the payment provider changes, $5 it, $6 whether the
     * message gateway changes, $7 it, $8 now, $9 audit id, $10 actor.
     */
    static final String CHANGE = """
            WITH present AS (
                -- Locked, so that the entry's "before" is what this change replaces, and not an older state.
                SELECT *
                FROM tenants
                WHERE tenant_id = $1
                FOR UPDATE
            ), wanted AS (
                SELECT tenant_id,
                       COALESCE($2, plan) AS plan,
                       COALESCE($3, status) AS status,
                       CASE WHEN $4 THEN $5 ELSE payment_provider END AS payment_provider,
                       CASE WHEN $6 THEN $7 ELSE message_gateway END AS message_gateway
                FROM present
            ), changed AS (
                UPDATE tenants t
                SET plan = w.plan,
                    status = w.status,
                    payment_provider = w.payment_provider,
                    message_gateway = w.message_gateway,
                    updated_at = $8
                FROM wanted w
                JOIN present p ON p.tenant_id = w.tenant_id
                WHERE t.tenant_id = w.tenant_id
                  AND (p.plan, p.status, p.payment_provider, p.message_gateway)
                      IS DISTINCT FROM (w.plan, w.status, w.payment_provider, w.message_gateway)
                RETURNING t.*
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $9, $8, $10, 'tenant.changed', c.tenant_id, c.tenant_id,
                       jsonb_build_object(
                           'plan', p.plan, 'status', p.status,
                           'payment_provider', p.payment_provider, 'message_gateway', p.message_gateway),
                       jsonb_build_object(
                           'plan', c.plan, 'status', c.status,
                           'payment_provider', c.payment_provider, 'message_gateway', c.message_gateway)
                FROM changed c
                JOIN present p ON p.tenant_id = c.tenant_id
            )
            SELECT w.tenant_id, w.plan, w.status, w.payment_provider, w.message_gateway, p.created_at
            FROM wanted w
            JOIN present p ON p.tenant_id = w.tenant_id
            """;

    private TenantSql() {}
}
