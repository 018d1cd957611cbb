package io.oncegate.messages.postgres;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.messages.ListedMessage;
import io.oncegate.messages.Message;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.Messages;
import io.oncegate.messages.SendAgain;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table {@code messages}, as clients and operators use it. */
@ApplicationScoped
class PgMessages implements Messages {

    private final Statements statements;

    PgMessages(Statements statements) {
        this.statements = statements;
    }

    @Override
    public FirstPhase accepting(Message message, RecordedResponse response) {
        return FirstPhase.finishing(
                MessageSql.ACCEPT,
                message.id(),
                response,
                message.recipient(),
                message.text(),
                message.segments(),
                message.priority().wire(),
                message.state().stored(),
                message.createdAt(),
                message.expiresAt(),
                message.gateway());
    }

    @Override
    public Uni<Optional<Message>> find(String tenant, String id, Deadline deadline) {
        return statements.repeatable(deadline, MessageSql.FIND, tenant, id).map(Rows.first(PgMessages::read));
    }

    @Override
    public Uni<Map<String, Long>> queued(Deadline deadline) {
        return statements.repeatable(deadline, MessageSql.QUEUED).map(rows -> {
            Map<String, Long> byTenant = new HashMap<>();
            rows.forEach(row -> byTenant.put(row.getString("tenant_id"), row.getLong("number")));
            return byTenant;
        });
    }

    @Override
    public Uni<List<ListedMessage>> listed(MessageState state, String afterId, int most, Deadline deadline) {
        return statements
                .repeatable(deadline, MessageSql.LISTED, state.stored(), afterId, most)
                .map(Rows.all(PgMessages::listed));
    }

    @Override
    public Uni<Optional<ListedMessage>> listed(String id, Deadline deadline) {
        return statements.repeatable(deadline, MessageSql.LISTED_ONE, id).map(Rows.first(PgMessages::listed));
    }

    /** Sent once: a second try would find its own work done, and be taken for a conflict. */
    @Override
    public Uni<Optional<String>> requeue(String id, SendAgain again, Stamp stamp, Deadline deadline) {
        return statements
                .once(
                        deadline,
                        MessageSql.REQUEUE,
                        id,
                        again.mayDuplicate(),
                        stamp.id(),
                        stamp.at(),
                        stamp.actor(),
                        again.note())
                .map(Rows.first(row -> row.getString("gateway")));
    }

    private static Message read(Row row) {
        return new Message(
                row.getString("tenant_id"),
                row.getString("message_id"),
                row.getString("principal"),
                row.getString("recipient"),
                row.getString("body"),
                row.getInteger("segments"),
                Columns.priority(row),
                row.getString("gateway"),
                Columns.state(row),
                row.getInteger("attempts"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                Columns.optionalInstant(row, "sent_at"),
                Columns.optionalInstant(row, "delivered_at"));
    }

    private static ListedMessage listed(Row row) {
        return new ListedMessage(
                row.getString("message_id"),
                row.getString("tenant_id"),
                row.getString("gateway"),
                Columns.priority(row),
                Columns.state(row),
                row.getString("reason"),
                row.getString("external_id"),
                row.getInteger("attempts"),
                row.getInteger("checks"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                Columns.optionalInstant(row, "first_sent_at"),
                Columns.optionalInstant(row, "next_check_at"),
                row.getLong("age_seconds"));
    }
}
