package io.oncegate.ratelimit.headers;

import io.oncegate.problem.TestProblems;
import java.time.Clock;

/** Lets the tests of other packages refuse as the service does, but without jitter. */
public final class TestAnswers {
    private TestAnswers() {}

    public static RefusedAnswers refusing() {
        return new RefusedAnswers(
                new LimitHeaders(HeaderDialect.DRAFT_07, true, XReset.EPOCH, Clock.systemUTC()),
                new Refusals(most -> 0),
                TestProblems.writer());
    }
}
