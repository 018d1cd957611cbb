package io.oncegate.overload;

import io.oncegate.overload.queue.Refusal;
import io.oncegate.overload.queue.Refusal.Reason;
import io.oncegate.phase.StorageState;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.problem.RetryAfter;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** What those are told who are not let in. Nothing was done for any of them. */
@ApplicationScoped
class OverloadProblems {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration UNTIL_IT_MAY_BE_BACK = Duration.ofSeconds(30);

    /** Those that were refused together do not all come back together. */
    private static final int MOST_JITTER_SECONDS = 1;

    private final StorageState storage;

    OverloadProblems(StorageState storage) {
        this.storage = storage;
    }

    Problem of(Refusal refusal) {
        boolean late = refusal.reason() == Reason.TOO_LATE || refusal.reason() == Reason.EXPIRED;
        if (late && !storage.answering()) {
            return Problem.of(ProblemType.STORAGE_UNAVAILABLE, "The storage cannot be used now; nothing was done.");
        }
        return late
                ? Problem.of(ProblemType.DEADLINE_EXCEEDED, "The time budget was used up by waiting; nothing was done.")
                : Problem.of(ProblemType.OVERLOADED, sentence(refusal.reason())).withRetryAfter(after(refusal.delay()));
    }

    Problem routeDisabled() {
        return Problem.of(
                        ProblemType.ROUTE_DISABLED,
                        "This operation is switched off while the service is overloaded; nothing was done.")
                .withRetryAfter(UNTIL_IT_MAY_BE_BACK);
    }

    private static String sentence(Reason reason) {
        return switch (reason) {
            case TENANT_FULL -> "As many requests of this tenant wait as may; nothing was done.";
            case TOO_LONG ->
                "The requests of this tenant that wait will take longer than this one has; nothing was done.";
            default -> "As many requests wait as may; nothing was done.";
        };
    }

    private static RetryAfter after(Duration delay) {
        Duration exact = delay.compareTo(SHORTEST) < 0 ? SHORTEST : delay;
        int jitter = ThreadLocalRandom.current().nextInt(MOST_JITTER_SECONDS + 1);
        return new RetryAfter(exact, RetryAfter.in(exact).seconds() + jitter);
    }
}
