package io.oncegate.ratelimit;

import io.oncegate.caller.Caller;
import io.vertx.core.MultiMap;

/**
 * Whether a request repeats one whose answer is remembered in process: it pays {@code replay}, and nobody is asked.
 * Answers at once, on any thread.
 */
public interface KnownReplays {

    /**
     * True where the answer is remembered. A false one costs nothing but the round trips.
     *
     * @param method of the request
     * @param path the route template
     * @param headers of the request
     */
    boolean isKnown(Caller caller, String method, String path, MultiMap headers);
}
