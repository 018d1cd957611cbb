package io.oncegate.caller.postgres;

/** Reading the audit. */
final class AuditSql {

    /** $1 time and $2 id of the entry that the first one follows, $3 most rows. */
    static final String AFTER = """
            SELECT a.id, a.at, a.actor, a.action, a.subject, a.tenant_id, a.before::text, a.after::text
            FROM audit a
            WHERE (a.at, a.id) > ($1, $2)
            ORDER BY a.at, a.id
            LIMIT $3
            """;

    private AuditSql() {}
}
