package io.oncegate.caller.postgres;

import io.oncegate.caller.audit.Audit;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** The audit in PostgreSQL. */
@ApplicationScoped
class PgAudit implements Audit {

    private final Statements statements;

    PgAudit(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<List<AuditEntry>> after(Position position, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, AuditSql.AFTER, position.at(), position.id(), most)
                .map(PgAudit::entries);
    }

    private static List<AuditEntry> entries(RowSet<Row> rows) {
        List<AuditEntry> entries = new ArrayList<>();
        for (Row row : rows) {
            entries.add(new AuditEntry(
                    row.getString("id"),
                    Columns.instant(row, "at"),
                    row.getString("actor"),
                    row.getString("action"),
                    row.getString("subject"),
                    Columns.optionalString(row, "tenant_id"),
                    Columns.optionalString(row, "before"),
                    Columns.optionalString(row, "after")));
        }
        return entries;
    }
}
