package io.oncegate.ratelimit;

import io.oncegate.problem.Problem;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.headers.LimitHeaders;
import io.oncegate.ratelimit.headers.Refusals;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Tells what was decided, to everybody who is to know: each decision once to the counters and the log, and all of a
 * request's together to its caller. The headers are put on the answer at once, so that they stand on whatever it becomes,
 * an error or a stream included.
 */
@ApplicationScoped
class Telling {

    private final DecisionRecorder recorder;
    private final LimitHeaders headers;
    private final Refusals refusals;

    Telling(DecisionRecorder recorder, LimitHeaders headers, Refusals refusals) {
        this.recorder = recorder;
        this.headers = headers;
        this.refusals = refusals;
    }

    /** One more decision about the request. */
    void tell(RequestCharges request, Decision decision) {
        recorder.record(decision, request.route().label());
        headers.write(request.http().response(), request.decision());
    }

    /** The problem of a decision that was told and does not allow. */
    Problem refusal(Decision decision) {
        return refusals.problem(decision);
    }
}
