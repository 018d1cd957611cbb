package io.oncegate.ratelimit.headers;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemWriter;
import io.oncegate.ratelimit.decision.Decision;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers requests that are refused before they reach JAX-RS. Stateless. */
@ApplicationScoped
public class RefusedAnswers {

    private final LimitHeaders headers;
    private final Refusals refusals;
    private final ProblemWriter writer;

    RefusedAnswers(LimitHeaders headers, Refusals refusals, ProblemWriter writer) {
        this.headers = headers;
        this.refusals = refusals;
        this.writer = writer;
    }

    /** Ends the request with the decision's problem and headers. */
    public void answer(RoutingContext http, Decision denying) {
        headers.write(http.response(), denying);
        answer(http, refusals.problem(denying));
    }

    /** Ends the request with a problem that no limit has to do with. */
    public void answer(RoutingContext http, Problem problem) {
        writer.answer(http, problem);
    }
}
