package io.oncegate.ratelimit;

import io.oncegate.caller.Caller;
import io.oncegate.problem.Problem;
import io.vertx.core.MultiMap;
import java.util.Optional;

/**
 * Whether a request would be turned away before its limits are counted, because an instance has too much to do or does
 * not do this now. Answers at once, on the request's own context.
 */
public interface Shedding {

    /**
     * What the request is told, and counted as told; empty where it may come further.
     *
     * @param method of the request
     * @param path the route template
     * @param headers of the request
     */
    Optional<Problem> refusal(Caller caller, String method, String path, MultiMap headers);
}
