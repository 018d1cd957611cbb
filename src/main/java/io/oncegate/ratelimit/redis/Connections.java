package io.oncegate.ratelimit.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.List;

/** Ways to a Redis. Thread-safe. */
interface Connections {

    /** Longer than any call may take: nobody waits for an answer on a replaced connection after it. */
    Duration GRACE = Duration.ofSeconds(2);

    /** One for a call that begins on this thread; fails when there is none. */
    Future<Link> link();

    /** Opens some before anybody calls, and sends {@code first} on one of them, or on more where one is not enough. */
    List<Future<?>> begin(Request first);

    /** Ends all of them. Calls that are under way fail. */
    void close();

    /** A connection, as one call has it. */
    interface Link {

        Future<Response> send(Request request);

        /** No reply to this call is missing any more. */
        void release();

        /** The reply to what was sent at that moment is missing, and nobody waits for it any longer. */
        void late(long sentNanos);
    }
}
