package io.oncegate.phase;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The Java values that statements take, as the PostgreSQL client wants them. */
final class Parameters {

    private Parameters() {}

    static Tuple tuple(@Nullable Object... values) {
        Tuple tuple = Tuple.tuple();
        for (Object value : values) {
            tuple.addValue(asClientValue(value));
        }
        return tuple;
    }

    /** The same parameters of several statements: of each parameter an array with an element for each of them. */
    static Tuple columns(List<Tuple> rows) {
        Tuple columns = Tuple.tuple();
        for (int column = 0; column < rows.get(0).size(); column++) {
            @Nullable Object[] values = arrayFor(rows, column);
            for (int row = 0; row < values.length; row++) {
                values[row] = rows.get(row).getValue(column);
            }
            columns.addValue(values);
        }
        return columns;
    }

    /** Of the type that the client wants; where there are only NULLs, any will do. */
    private static @Nullable Object[] arrayFor(List<Tuple> rows, int column) {
        @Nullable
        Object one = rows.stream()
                .map(row -> row.getValue(column))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        int length = rows.size();
        if (one instanceof Buffer) {
            return new Buffer[length];
        }
        if (one instanceof Number) {
            return new Number[length];
        }
        if (one instanceof UUID) {
            return new UUID[length];
        }
        if (one instanceof OffsetDateTime) {
            return new OffsetDateTime[length];
        }
        return one instanceof JsonObject ? new JsonObject[length] : new String[length];
    }

    private static @Nullable Object asClientValue(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Buffer.buffer(bytes);
        }
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        return value;
    }
}
