package io.oncegate.messages.postgres;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.SqlResult;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The table {@code messages}, as those use it who look after what nobody sends. */
@ApplicationScoped
class PgAftercare implements Aftercare {

    private final Statements statements;

    PgAftercare(Statements statements) {
        this.statements = statements;
    }

    /** Sent once: whatever a lost reply has decided comes up again. */
    @Override
    public Uni<List<Doubt>> doubts(String gateway, Means means, int most, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        AftercareSql.DOUBTS,
                        gateway,
                        most,
                        means.recognised(),
                        means.askable(),
                        means.mostAttempts(),
                        means.askWithin().toMillis())
                .map(Rows.all(row -> new Doubt(
                        row.getString("message_id"),
                        Remedy.valueOf(row.getString("remedy").toUpperCase(Locale.ROOT)))));
    }

    @Override
    public Uni<Boolean> told(String gateway, String messageId, Ending ending, Deadline deadline) {
        return statements
                .repeatable(
                        deadline,
                        DispatchSql.TOLD,
                        messageId,
                        gateway,
                        ending.state().stored(),
                        ending.externalId(),
                        ending.reason())
                .map(rows -> rows.size() > 0);
    }

    @Override
    public Uni<List<MessageState>> leasesOver(int most, Deadline deadline) {
        return statements.once(deadline, AftercareSql.LEASES_OVER, most).map(Rows.all(Columns::state));
    }

    @Override
    public Uni<List<Outlived>> outlived(int most, Deadline deadline) {
        return statements
                .once(deadline, AftercareSql.OUTLIVED, most)
                .map(Rows.all(row -> new Outlived(row.getString("gateway"), Columns.state(row))));
    }

    @Override
    public Uni<Integer> erase(Duration kept, int most, Deadline deadline) {
        return statements
                .once(deadline, AftercareSql.ERASE, kept.toMillis(), most)
                .map(SqlResult::rowCount);
    }

    @Override
    public Uni<List<OpenNow>> open(Deadline deadline) {
        return statements
                .repeatable(deadline, AftercareSql.OPEN_NOW)
                .map(Rows.all(row ->
                        new OpenNow(Columns.state(row), row.getLong("number"), row.getLong("oldest_age_seconds"))));
    }
}
