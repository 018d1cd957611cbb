package io.oncegate.problem;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.net.URISyntaxException;
import org.jboss.logging.Logger;

/**
 * Requests that are refused before any resource is looked for: targets that are no URI, and whatever the router gives
 * up. What is not even HTTP never comes this far; the server closes that connection.
 */
@ApplicationScoped
class RouterProblems {

    private static final Logger LOG = Logger.getLogger(RouterProblems.class);

    /** After the request got its id, before anything reads its target. */
    private static final int BEFORE_THE_TARGET_IS_READ = 950;

    private static final Problem NO_URI = Problem.of(
            ProblemType.MALFORMED_REQUEST, "The request's target is no URI; percent-encode what may not stand in one.");
    private static final Problem NO_HTTP =
            Problem.of(ProblemType.MALFORMED_REQUEST, "The request's Host, target or headers are not valid HTTP.");
    private static final Problem NO_PATH = Problem.of(ProblemType.NOT_FOUND, "No resource has this path.");
    private static final Problem NO_THREAD =
            Problem.of(ProblemType.OVERLOADED, "Too many requests are being served; nothing was done.");
    private static final Problem UNEXPECTED = Problem.of(
            ProblemType.INTERNAL, "Something unexpected happened; the instance identifies this request in the logs.");

    private final ProblemWriter writer;

    RouterProblems(ProblemWriter writer) {
        this.writer = writer;
    }

    void register(@Observes Filters filters) {
        filters.register(this::refuseUnreadable, BEFORE_THE_TARGET_IS_READ);
    }

    /** Right after the failed request got its id, where it had none. */
    void register(@Observes Router router) {
        router.route().order(Integer.MIN_VALUE + 1).failureHandler(this::failed);
    }

    private void refuseUnreadable(RoutingContext http) {
        try {
            URI unusedTarget = new URI(http.request().uri());
            http.next();
        } catch (URISyntaxException e) {
            writer.answer(http, NO_URI);
        }
    }

    private void failed(RoutingContext http) {
        if (http.response().headWritten()) {
            http.next();
            return;
        }
        writer.answer(http, problem(http));
    }

    private static Problem problem(RoutingContext http) {
        int status = http.statusCode();
        return switch (status) {
            case 404 -> NO_PATH;
            case 503 -> NO_THREAD;
            default -> status >= 400 && status < 500 ? NO_HTTP : unexpected(http);
        };
    }

    private static Problem unexpected(RoutingContext http) {
        LOG.error("a request failed unexpectedly", http.failure());
        return UNEXPECTED;
    }
}
