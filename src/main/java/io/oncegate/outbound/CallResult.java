package io.oncegate.outbound;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** How a call ended. A call never fails in another way. */
public sealed interface CallResult {

    /** A whole answer came. */
    record Answered(Reply reply) implements CallResult {}

    /**
     * Not a byte of the request left, so nothing can have happened.
     *
     * @param retryAfter when another try makes sense, where that is known
     */
    record NotSent(NotSentReason reason, Optional<Duration> retryAfter) implements CallResult {}

    /** Bytes left and no whole answer came: it may have happened. */
    record Lost(LostReason reason) implements CallResult {}

    /** Why nothing left. */
    enum NotSentReason {
        /** No connection: refused, unresolved, no TLS, or too slow. */
        NO_CONNECTION,
        /** As many calls as may be were in flight. */
        BULKHEAD_FULL,
        /** More calls in this second than the account has. */
        QUOTA_USED_UP,
        /** The breaker is open. */
        BREAKER_OPEN,
        /** The moment until which it might have left had passed. */
        TOO_LATE
    }

    /** What came in place of an answer. */
    enum LostReason {
        /** Nothing, or not all of it, within the call's limit. */
        TIMEOUT,
        /** The connection's end. */
        CONNECTION_CLOSED,
        /** More than an answer may have. */
        TOO_LARGE
    }

    /** One branch for each ending. */
    default <T> T match(Function<Reply, T> answered, Function<NotSent, T> notSent, Function<LostReason, T> lost) {
        if (this instanceof Answered whole) {
            return answered.apply(whole.reply());
        }
        if (this instanceof NotSent nothing) {
            return notSent.apply(nothing);
        }
        return lost.apply(((Lost) this).reason());
    }
}
