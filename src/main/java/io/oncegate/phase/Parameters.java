package io.oncegate.phase;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
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
