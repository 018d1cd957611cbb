package io.oncegate.caller.postgres;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Callers;
import io.oncegate.caller.Grant;
import io.oncegate.caller.KeyHash;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** API keys in PostgreSQL: a look-up by the unique index, joined with the tenant. */
@ApplicationScoped
class PgCallers implements Callers {

    private static final Duration FOR_GOOD = Duration.ofDays(365);

    private final Statements statements;

    PgCallers(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Optional<Grant>> grantOf(KeyHash key, Deadline deadline) {
        return statements
                .repeatable(deadline, CallerSql.GRANT_OF_KEY, key.bytes())
                .map(Rows.first(PgCallers::grant));
    }

    private static Grant grant(Row row) {
        Caller caller = new Caller(
                row.getString("tenant_id"),
                row.getString("client"),
                Columns.plan(row),
                Columns.scopes(row),
                Columns.optionalString(row, "payment_provider"),
                Columns.optionalString(row, "message_gateway"));
        @Nullable Long validForMillis = row.getLong("valid_for_ms");
        Duration validFor = validForMillis == null ? FOR_GOOD : Duration.ofMillis(validForMillis);
        return new Grant(caller, "suspended".equals(row.getString("status")), validFor);
    }
}
