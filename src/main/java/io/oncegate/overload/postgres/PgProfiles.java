package io.oncegate.overload.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.overload.Profile;
import io.oncegate.overload.ProfileStore;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** The profile in PostgreSQL. */
@ApplicationScoped
class PgProfiles implements ProfileStore {

    private final Statements statements;

    PgProfiles(Statements statements) {
        this.statements = statements;
    }

    @Override
    public Uni<Active> active(Deadline deadline) {
        return statements.repeatable(deadline, ProfileSql.ACTIVE).map(PgProfiles::active);
    }

    @Override
    public Uni<Active> change(Profile wanted, Stamp stamp, Deadline deadline) {
        return change(null, wanted, stamp, deadline);
    }

    @Override
    public Uni<Active> changeFrom(Active seen, Profile wanted, Stamp stamp, Deadline deadline) {
        return change(seen.revision(), wanted, stamp, deadline);
    }

    private Uni<Active> change(@Nullable Long revision, Profile wanted, Stamp stamp, Deadline deadline) {
        return statements
                .once(deadline, ProfileSql.CHANGE, wanted.wire(), stamp.at(), stamp.id(), stamp.actor(), revision)
                .map(PgProfiles::active);
    }

    /** The table holds one row, of a profile that there is. */
    private static Active active(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return new Active(
                Profile.of(row.getString("profile")).orElseThrow(),
                row.getLong("revision"),
                row.getString("changed_by"));
    }
}
