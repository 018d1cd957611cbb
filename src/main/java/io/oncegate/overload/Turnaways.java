package io.oncegate.overload;

import io.oncegate.overload.queue.Rank;
import io.oncegate.overload.queue.Refusal;
import io.oncegate.problem.Problem;
import io.vertx.core.MultiMap;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** What is told to those who do not pass the door; each of them is counted. Thread-safe. */
@ApplicationScoped
class Turnaways {

    private final CurrentProfile profile;
    private final OverloadMetrics metrics;
    private final OverloadProblems problems;

    Turnaways(CurrentProfile profile, OverloadMetrics metrics, OverloadProblems problems) {
        this.profile = profile;
        this.metrics = metrics;
        this.problems = problems;
    }

    /** The profile has switched the route off; empty where it has not. */
    Optional<Problem> closed(Entrance entrance, MultiMap headers) {
        if (!profile.disables(entrance.route())) {
            return Optional.empty();
        }
        metrics.rejected(entrance.classOf(headers).wire(), entrance.route(), "route-disabled");
        return Optional.of(problems.routeDisabled());
    }

    /** A tenant's request finds no room, or its turn would come too late. */
    Problem problem(Rank rank, Entrance entrance, Refusal refusal) {
        metrics.rejected(rank.serviceClass().wire(), entrance.route(), refusal);
        return problems.of(refusal);
    }

    /** The same for an operator's. */
    Problem ofOperator(Entrance entrance, Refusal refusal) {
        metrics.rejected("operator", entrance.route(), refusal);
        return problems.of(refusal);
    }
}
