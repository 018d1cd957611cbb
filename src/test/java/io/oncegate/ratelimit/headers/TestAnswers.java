package io.oncegate.ratelimit.headers;

import io.oncegate.problem.TestProblems;
import java.time.Clock;

/** Lets the tests of other packages refuse as the service does, but without jitter. */
public final class TestAnswers {
    private TestAnswers() {}

    public static RefusedAnswers refusing() {
        return new RefusedAnswers(headers(), refusals(), TestProblems.writer());
    }

    public static LimitHeaders headers() {
        return new LimitHeaders(HeaderDialect.DRAFT_07, true, XReset.EPOCH, Clock.systemUTC());
    }

    public static Refusals refusals() {
        return new Refusals(most -> 0);
    }
}
