package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.redis.client.impl.types.ErrorType;

/** What the client's failures mean. An error of Redis begins with a word that says which one it is. */
final class Failures {

    private static final String UNKNOWN_SCRIPT = "NOSCRIPT";
    private static final String REPLICA = "READONLY";

    /** The client's own word, in the form of an error of Redis. */
    private static final String BROKEN = "CONNECTION_CLOSED";

    /** The client's own words where more calls wait for replies on a connection than it keeps count of. */
    private static final String FULL = "Redis waiting queue is full";

    private Failures() {}

    static StoreFailedException of(Throwable failure) {
        if (isTooMany(failure)) {
            return new StoreFailedException(Reason.BUSY, "too many calls wait on the connections to Redis");
        }
        String word = word(failure);
        return word.isEmpty() || word.equals(BROKEN)
                ? new StoreFailedException(Reason.CONNECTION, "no connection to Redis")
                : new StoreFailedException(Reason.REFUSED, "Redis answered " + word);
    }

    /** The client did not even send it: there are too many others. */
    static boolean isTooMany(Throwable failure) {
        return failure instanceof ConnectionPoolTooBusyException || FULL.equals(failure.getMessage());
    }

    /** Redis itself said so; or the connection broke, in its words. */
    static boolean isAnswer(Throwable failure) {
        return failure instanceof ErrorType;
    }

    /** Redis has forgotten the script, and did nothing. */
    static boolean isUnknownScript(Throwable failure) {
        return word(failure).equals(UNKNOWN_SCRIPT);
    }

    /** The connection leads to a server that is no longer the master. */
    static boolean isReplica(Throwable failure) {
        return word(failure).equals(REPLICA);
    }

    private static String word(Throwable failure) {
        String message = failure instanceof ErrorType && failure.getMessage() != null ? failure.getMessage() : "";
        int end = message.indexOf(' ');
        return end < 0 ? message : message.substring(0, end);
    }
}
