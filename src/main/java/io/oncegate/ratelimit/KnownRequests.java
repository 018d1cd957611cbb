package io.oncegate.ratelimit;

import io.oncegate.caller.Caller;
import io.oncegate.caller.KnownCallers;
import io.oncegate.request.Routes;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** What a request is for and who sent it, where its head and this instance's memory say so for certain. Thread-safe. */
@ApplicationScoped
class KnownRequests {

    private final Doors doors;
    private final KnownCallers callers;

    /** A request that would pass authentication. */
    record Known(Caller caller, Route route) {}

    KnownRequests(Routes routes, KnownCallers callers) {
        this.doors = new Doors(routes);
        this.callers = callers;
    }

    Optional<Known> find(HttpServerRequest request) {
        return doors.of(request)
                .flatMap(door ->
                        callers.find(request.headers(), door.anyOf()).map(caller -> new Known(caller, door.route())));
    }
}
