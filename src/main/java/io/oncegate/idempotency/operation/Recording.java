package io.oncegate.idempotency.operation;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** What came of an operation's work. */
public sealed interface Recording {

    /** The key is finished with this response. */
    record Recorded(RecordedResponse response) implements Recording {}

    /**
     * The work goes on without the request; the key stays in progress until somebody records its response.
     *
     * @param response what is known so far
     * @param retryAfter when it makes sense to ask again
     */
    record Open(RecordedResponse response, Duration retryAfter) implements Recording {}

    /** Another worker holds the key, or has finished it: nothing was written. */
    record Fenced() implements Recording {}

    /** One branch for each outcome. */
    default <T> T match(Function<RecordedResponse, T> recorded, Function<Open, T> open, Supplier<T> fenced) {
        if (this instanceof Recorded done) {
            return recorded.apply(done.response());
        }
        return this instanceof Open unfinished ? open.apply(unfinished) : fenced.get();
    }
}
