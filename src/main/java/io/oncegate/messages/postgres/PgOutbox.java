package io.oncegate.messages.postgres;

import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Outbox;
import io.oncegate.messages.dispatch.Taken;
import io.oncegate.messages.dispatch.Turn;
import io.oncegate.messages.dispatch.Turn.Share;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code messages}, as those who send them use it. */
@ApplicationScoped
class PgOutbox implements Outbox {

    /** As the statement lists them. */
    private static final List<Priority> BY_RANK = List.of(Priority.HIGH, Priority.NORMAL, Priority.LOW);

    private final Statements statements;
    private final long leaseMillis;

    PgOutbox(Statements statements, DispatchConfig config) {
        this.statements = statements;
        this.leaseMillis = config.lease().toMillis();
    }

    /** Sent once: what a lost reply has taken comes back with the end of its lease. */
    @Override
    public Uni<List<Taken>> take(String gateway, Turn turn, UUID worker, Deadline deadline) {
        List<@Nullable Object> parameters = new ArrayList<>(List.of(gateway, turn.total(), worker, leaseMillis));
        for (Priority priority : BY_RANK) {
            Share share = turn.share(priority);
            parameters.add(share.number());
            parameters.add(share.servedLast());
        }
        return statements
                .once(deadline, ClaimMessageSql.CLAIM, parameters.toArray())
                .map(Rows.all(row -> taken(row, worker)));
    }

    private static Taken taken(Row row, UUID worker) {
        return new Taken(
                new OutgoingMessage(row.getString("message_id"), row.getString("recipient"), row.getString("body")),
                row.getString("tenant_id"),
                Columns.priority(row),
                Columns.state(row),
                worker,
                new Taken.Before(
                        row.getInteger("attempts"),
                        row.getInteger("checks"),
                        Columns.optionalInstant(row, "first_sent_at"),
                        Columns.optionalInstant(row, "resend_until")),
                row.getLong("place"),
                row.getBoolean("more"));
    }

    @Override
    public Uni<Void> release(List<Taken> messages, Deadline deadline) {
        String[] ids = messages.stream().map(each -> each.message().id()).toArray(String[]::new);
        return statements
                .repeatable(
                        deadline, ClaimMessageSql.RELEASE, ids, messages.get(0).worker())
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> sending(Taken message, Duration lease, Duration recognised, Deadline deadline) {
        return written(deadline, DispatchSql.SENDING, message, lease.toMillis(), recognised.toMillis());
    }

    @Override
    public Uni<Boolean> answered(Taken message, Ending ending, Deadline deadline) {
        return written(
                deadline, DispatchSql.ENDED, message, ending.state().stored(), ending.externalId(), ending.reason());
    }

    @Override
    public Uni<Boolean> putBack(Taken message, Return how, Deadline deadline) {
        return written(
                deadline,
                DispatchSql.PUT_BACK,
                message,
                how.state().stored(),
                how.reason(),
                how.attempts(),
                how.firstSentAt(),
                how.resendUntil(),
                how.pause().toMillis());
    }

    @Override
    public Uni<Boolean> unknown(Taken message, String why, Duration nextCheck, Deadline deadline) {
        return written(deadline, DispatchSql.UNKNOWN, message, why, nextCheck.toMillis());
    }

    /** Each of these statements finds its own work when its reply was lost. */
    private Uni<Boolean> written(Deadline deadline, String sql, Taken message, @Nullable Object... further) {
        @Nullable Object[] parameters = new @Nullable Object[further.length + 2];
        parameters[0] = message.message().id();
        parameters[1] = message.worker();
        System.arraycopy(further, 0, parameters, 2, further.length);
        return statements.repeatable(deadline, sql, parameters).map(rows -> rows.size() > 0);
    }
}
