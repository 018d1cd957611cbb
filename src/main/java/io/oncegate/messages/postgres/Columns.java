package io.oncegate.messages.postgres;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Columns as the domain's types. The constraints of the table hold what is taken for granted here. */
final class Columns {

    private Columns() {}

    static MessageState state(Row row) {
        return MessageState.of(row.getString("status"));
    }

    static Priority priority(Row row) {
        return Priority.valueOf(row.getString("priority").toUpperCase(Locale.ROOT));
    }

    static Instant instant(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }

    static @Nullable Instant optionalInstant(Row row, String column) {
        @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
        return time == null ? null : time.toInstant();
    }
}
