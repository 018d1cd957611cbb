package io.oncegate.caller.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.caller.tenants.ApiKeyRecord;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.caller.tenants.NewApiKey;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** API keys in PostgreSQL. */
@ApplicationScoped
class PgApiKeys implements ApiKeys {

    private final Statements statements;

    PgApiKeys(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Boolean> add(NewApiKey key, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        ApiKeySql.ADD,
                        key.tenant(),
                        key.id(),
                        key.name(),
                        key.client(),
                        key.hash().bytes(),
                        Columns.scopes(key.scopes()),
                        key.expiresAt().orElse(null),
                        stamp.at(),
                        stamp.id(),
                        stamp.actor())
                .map(rows -> rows.size() > 0);
    }

    @Override
    public Uni<Optional<List<ApiKeyRecord>>> list(String tenant, String afterId, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, ApiKeySql.LIST, tenant, afterId, most)
                .map(PgApiKeys::records);
    }

    @Override
    public Uni<Boolean> revoke(String id, Stamp stamp, Deadline deadline) {
        return statements
                .once(deadline, ApiKeySql.REVOKE, id, stamp.at(), stamp.id(), stamp.actor())
                .map(rows -> rows.size() > 0);
    }

    private static Optional<List<ApiKeyRecord>> records(RowSet<Row> rows) {
        if (rows.size() == 0) {
            return Optional.empty();
        }
        List<ApiKeyRecord> records = new ArrayList<>();
        for (Row row : rows) {
            if (row.getString("id") != null) {
                records.add(apiKey(row));
            }
        }
        return Optional.of(records);
    }

    private static ApiKeyRecord apiKey(Row row) {
        return new ApiKeyRecord(
                row.getString("id"),
                row.getString("tenant_id"),
                row.getString("name"),
                row.getString("client"),
                Columns.scopes(row),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "expires_at"),
                Columns.optionalInstant(row, "revoked_at"));
    }
}
