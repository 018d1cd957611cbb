package io.oncegate.idempotency.operation;

import io.oncegate.problem.Problem;
import java.time.Duration;
import java.util.function.Function;

/** What the engine says to a request. */
public sealed interface Answer {

    /** The first answer to its key, or one that is not recorded under any. */
    record First(RecordedResponse response) implements Answer {}

    /** What the first request with this key was answered. */
    record Replayed(RecordedResponse response) implements Answer {}

    /**
     * What is known so far of work that goes on. It is recorded nowhere: the same request gets another answer later.
     *
     * @param retryAfter when it makes sense to ask again
     */
    record Open(RecordedResponse response, Duration retryAfter) implements Answer {}

    /** Nothing was done for this request. */
    record Refused(Problem problem) implements Answer {}

    /** One branch for each kind. */
    default <T> T match(
            Function<RecordedResponse, T> first,
            Function<RecordedResponse, T> replayed,
            Function<Open, T> open,
            Function<Problem, T> refused) {
        if (this instanceof First given) {
            return first.apply(given.response());
        }
        if (this instanceof Replayed again) {
            return replayed.apply(again.response());
        }
        return this instanceof Open unfinished ? open.apply(unfinished) : refused.apply(((Refused) this).problem());
    }
}
