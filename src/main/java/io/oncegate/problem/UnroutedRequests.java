package io.oncegate.problem;

import io.oncegate.request.RequestArrival;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * Requests that end before JAX-RS has seen them, such as those without a Host or with a target that is no path. They get
 * a problem like any other. A target that is no URI, and what is not HTTP, never becomes a request: the server itself
 * answers that, without a body.
 */
@ApplicationScoped
class UnroutedRequests {

    private static final Logger LOG = Logger.getLogger(UnroutedRequests.class);

    /** Before the framework's own, which answers in its own words. */
    private static final int FIRST = Integer.MIN_VALUE;

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int LOWEST_FAULT_OF_OURS = 500;

    private final RequestArrival arrival;
    private final ProblemWriter writer;

    UnroutedRequests(RequestArrival arrival, ProblemWriter writer) {
        this.arrival = arrival;
        this.writer = writer;
    }

    void register(@Observes Router router) {
        router.route().order(FIRST).failureHandler(this::failed);
    }

    private void failed(RoutingContext http) {
        if (http.response().headWritten()) {
            http.next();
            return;
        }
        int status = http.statusCode();
        if (status == NOT_FOUND) {
            answer(http, Problem.of(ProblemType.NOT_FOUND, "No resource has this path."));
        } else if (status >= BAD_REQUEST && status < LOWEST_FAULT_OF_OURS) {
            answer(http, malformed());
        } else {
            LOG.error("a request failed before it was routed", http.failure());
            answer(
                    http,
                    Problem.of(
                            ProblemType.INTERNAL,
                            "Something unexpected happened; the instance identifies this request in the logs."));
        }
    }

    private void answer(RoutingContext http, Problem problem) {
        arrival.arriveAtLast(http);
        writer.answer(http, problem);
    }

    private static Problem malformed() {
        return Problem.of(
                ProblemType.MALFORMED_REQUEST, "The request's target or its Host header is missing or cannot be read.");
    }
}
