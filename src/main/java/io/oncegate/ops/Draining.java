package io.oncegate.ops;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.problem.ProblemWriter;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * How an instance leaves without losing a request.
 *
 * <pre>
 *   serving --told to stop--> leaving --drain-delay--> refusing --running requests end--> ended
 *                             not ready, serves         503 draining
 * </pre>
 */
@ApplicationScoped
public class Draining {

    private static final Logger LOG = Logger.getLogger(Draining.class);

    /** After the request got its id and its CORS headers, before anything is done for it. */
    private static final int BEFORE_ANY_WORK = 900;

    private static final Problem LEAVING = Problem.of(
            ProblemType.DRAINING, "This instance is shutting down and did nothing; send the same request again.");

    private final Duration delay;
    private final ProblemWriter problems;

    private volatile boolean begun;
    private volatile boolean refusing;

    Draining(DrainConfig config, ProblemWriter problems) {
        this.delay = config.drainDelay();
        this.problems = problems;
    }

    /** True from the moment the instance was told to stop. */
    public boolean begun() {
        return begun;
    }

    /** Holds the shutdown up for as long as the instance still serves. */
    void leave(@Observes ShutdownDelayInitiatedEvent told) throws InterruptedException {
        begun = true;
        LOG.infof("shutdown begun: not ready any more, still serving drainDelay=%s", delay);
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        refusing = true;
        LOG.info("shutdown goes on: new requests are refused, running ones end");
    }

    void register(@Observes Filters filters) {
        filters.register(this::refuse, BEFORE_ANY_WORK);
    }

    private void refuse(RoutingContext http) {
        if (!refusing) {
            http.next();
            return;
        }
        if (http.request().version() != HttpVersion.HTTP_2) {
            http.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        problems.answer(http, LEAVING);
    }
}
