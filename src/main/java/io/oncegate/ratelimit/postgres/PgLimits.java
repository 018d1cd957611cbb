package io.oncegate.ratelimit.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.phase.Statements;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.LimitStore;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Changed limits in PostgreSQL. */
@ApplicationScoped
class PgLimits implements LimitStore {

    private final Statements statements;

    PgLimits(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Long> revision(Deadline deadline) {
        return statements
                .repeatable(deadline, LimitSql.REVISION)
                .map(rows -> rows.iterator().next().getLong("revision"));
    }

    @Override
    public Uni<List<Kept>> following(Subject after, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, LimitSql.FOLLOWING, after.tenant().orElse(""), after.policy(), most)
                .map(PgLimits::kept);
    }

    @Override
    public Uni<Boolean> put(Subject subject, LimitChange change, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        LimitSql.PUT,
                        subject.tenant().orElse(null),
                        subject.policy(),
                        change.capacity(),
                        change.refill().wire(),
                        change.mode().map(Mode::wire).orElse(null),
                        change.algorithm().map(Algorithm::wire).orElse(null),
                        change.onStoreFailure().map(OnStoreFailure::wire).orElse(null),
                        stamp.at(),
                        stamp.id(),
                        stamp.actor())
                .map(rows -> rows.iterator().next())
                .chain(row -> row.getBoolean("has_owner") && !row.getBoolean("is_kept")
                        ? put(subject, change, stamp, deadline)
                        : Uni.createFrom().item(row.getBoolean("has_owner")));
    }

    @Override
    public Uni<Boolean> takeBack(Subject subject, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        LimitSql.TAKE_BACK,
                        subject.tenant().orElse(null),
                        subject.policy(),
                        stamp.at(),
                        stamp.id(),
                        stamp.actor())
                .map(rows -> rows.iterator().next().getBoolean("has_owner"));
    }

    private static List<Kept> kept(RowSet<Row> rows) {
        List<Kept> kept = new ArrayList<>();
        for (Row row : rows) {
            kept.add(new Kept(
                    new Subject(Optional.ofNullable(row.getString("tenant_id")), row.getString("policy")),
                    change(row)));
        }
        return kept;
    }

    private static LimitChange change(Row row) {
        return new LimitChange(
                row.getLong("capacity"),
                Rate.parse(row.getString("refill")),
                optional(row, "mode", Mode::of),
                optional(row, "algorithm", Algorithm::of),
                optional(row, "on_store_failure", OnStoreFailure::of));
    }

    private static <T> Optional<T> optional(Row row, String column, Function<String, Optional<T>> known) {
        return Optional.ofNullable(row.getString(column)).flatMap(known);
    }
}
