package io.oncegate.idempotency.operation;

import java.util.function.Function;
import java.util.function.Supplier;

/** What came of recording an operation's response. */
public sealed interface Recording {

    /** The key is finished with this response. */
    record Recorded(RecordedResponse response) implements Recording {}

    /** Another worker holds the key: nothing was written. */
    record Fenced() implements Recording {}

    /** One branch for each outcome. */
    default <T> T match(Function<RecordedResponse, T> recorded, Supplier<T> fenced) {
        return this instanceof Recorded done ? recorded.apply(done.response()) : fenced.get();
    }
}
