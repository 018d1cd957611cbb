package io.oncegate.idempotency.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.KeyLife;
import io.oncegate.idempotency.KeyLives;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Operators' look at the table {@code idempotency_keys}. */
@ApplicationScoped
class PgKeyLives implements KeyLives {

    /** Far from a statement's limit even where each of them has to be looked up in a table that is not in memory. */
    private static final int SLICE = 5_000;

    private final Statements statements;
    private final int slice;

    @Inject
    PgKeyLives(Statements statements) {
        this(statements, SLICE);
    }

    PgKeyLives(Statements statements, int slice) {
        this.statements = statements;
        this.slice = slice;
    }

    @Override
    public Uni<List<KeyScope>> withHash(String tenant, OperationKind kind, byte[] sha256, Deadline deadline) {
        return Multi.createBy()
                .repeating()
                .uni(() -> new Search(tenant, kind, sha256), search -> search.next(deadline))
                .whilst(Slice::goesOn)
                .collect()
                .<List<KeyScope>>in(ArrayList::new, (all, next) -> all.addAll(next.found()));
    }

    @Override
    public Uni<Optional<KeyLife>> find(KeyScope scope, Deadline deadline) {
        return statements
                .repeatable(deadline, KeyLifeSql.FIND, new Arguments(scope).toArray())
                .map(Rows.first(row -> life(scope, row)));
    }

    @Override
    public Uni<Optional<KeyStatus>> expire(KeyScope scope, Stamp stamp, Deadline deadline) {
        Arguments arguments = new Arguments(scope).and(stamp.at(), stamp.id(), stamp.actor());
        return statements
                .once(deadline, KeyLifeSql.EXPIRE, arguments.toArray())
                .map(Rows.first(row -> KeyStatus.of(row.getString("status"))));
    }

    /** What one statement found. */
    private record Slice(List<KeyScope> found, boolean goesOn) {}

    /** Where one look at a tenant's keys is; its slices are asked for one after the other. */
    private final class Search {

        private final OperationKind kind;
        private final byte[] sha256;
        private KeyScope last;

        Search(String tenant, OperationKind kind, byte[] sha256) {
            this.kind = kind;
            this.sha256 = sha256;
            this.last = new KeyScope(tenant, "", "", "", "");
        }

        Uni<Slice> next(Deadline deadline) {
            Arguments arguments = new Arguments(last).and(slice, kind.method(), kind.path(), sha256);
            return statements
                    .repeatable(deadline, KeyLifeSql.SLICE, arguments.toArray())
                    .map(this::read);
        }

        private Slice read(RowSet<Row> rows) {
            List<KeyScope> found = new ArrayList<>();
            boolean goesOn = false;
            for (Row row : rows) {
                KeyScope scope = scope(last.tenant(), row);
                if (row.getBoolean("found")) {
                    found.add(scope);
                } else {
                    last = scope;
                    goesOn = true;
                }
            }
            return new Slice(found, goesOn);
        }
    }

    private static KeyScope scope(String tenant, Row row) {
        return new KeyScope(
                tenant,
                row.getString("principal"),
                row.getString("method"),
                row.getString("path"),
                row.getString("key"));
    }

    private static KeyLife life(KeyScope scope, Row row) {
        Optional<JsonObject> headers = Optional.ofNullable(row.getJsonObject("response_headers"));
        return new KeyLife(
                scope,
                row.getString("sha256"),
                KeyStatus.of(row.getString("status")),
                Optional.ofNullable(row.getInteger("response_code")),
                headers.map(all -> all.getString(KeyRows.LOCATION)),
                Optional.ofNullable(row.getString("resource_id")),
                row.getString("recovery_point"),
                row.getInteger("takeovers"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant(),
                instant(row, "locked_until"),
                instant(row, "expires_at"),
                row.getBoolean("expired"));
    }

    private static Optional<Instant> instant(Row row, String column) {
        return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
    }
}
