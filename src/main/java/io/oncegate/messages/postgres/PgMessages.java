package io.oncegate.messages.postgres;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.messages.Message;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.Messages;
import io.oncegate.messages.Priority;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table {@code messages}. */
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
                message.expiresAt());
    }

    @Override
    public Uni<Optional<Message>> find(String tenant, String id, Deadline deadline) {
        return statements.repeatable(deadline, MessageSql.FIND, tenant, id).map(Rows.first(PgMessages::read));
    }

    private static Message read(Row row) {
        return new Message(
                row.getString("tenant_id"),
                row.getString("message_id"),
                row.getString("principal"),
                row.getString("recipient"),
                row.getString("body"),
                row.getInteger("segments"),
                Priority.valueOf(row.getString("priority").toUpperCase(Locale.ROOT)),
                MessageState.of(row.getString("status")),
                row.getInteger("attempts"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("expires_at").toInstant(),
                instant(row.getOffsetDateTime("sent_at")),
                instant(row.getOffsetDateTime("delivered_at")));
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
