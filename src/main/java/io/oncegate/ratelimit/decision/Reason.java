package io.oncegate.ratelimit.decision;

import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.limit.Level;
import java.util.Comparator;
import java.util.Optional;

/**
 * Why a policy refuses. Where several policies refuse one request, the first of these is its answer: what no waiting
 * helps against before what the caller can slow down for, and our own trouble last. A caller beyond its own limit is told
 * so even while the service is overloaded: it is the one part of it that the caller can mend.
 */
public enum Reason {
    /** It will never be granted. */
    COST_EXCEEDS_CAPACITY(ProblemType.COST_EXCEEDS_CAPACITY),
    /** The caller asked for more than its own limit. */
    RATE_LIMITED(ProblemType.RATE_LIMITED),
    /** Nobody knows, and the policy is closed then. */
    LIMITER_UNAVAILABLE(ProblemType.LIMITER_UNAVAILABLE),
    /** All callers together ask for more than a route, or the service, gives. */
    OVERLOADED(ProblemType.OVERLOADED);

    private final ProblemType problem;

    Reason(ProblemType problem) {
        this.problem = problem;
    }

    /** The problem that a caller reads. */
    public ProblemType problem() {
        return problem;
    }

    /** Why the request is refused; empty where it is not. */
    public static Optional<Reason> of(Decision decision) {
        return decision.denials().stream().map(Reason::of).min(Comparator.naturalOrder());
    }

    /**
     * Why this one refuses, or would if it were enforced.
     *
     * @throws IllegalArgumentException where it grants
     */
    public static Reason of(Verdict refusing) {
        return switch (refusing.answer()) {
            case NEVER -> COST_EXCEEDS_CAPACITY;
            case UNAVAILABLE -> LIMITER_UNAVAILABLE;
            case REFUSED -> isOfEverybody(refusing.level()) ? OVERLOADED : RATE_LIMITED;
            case GRANTED -> throw new IllegalArgumentException(refusing.policy() + " refuses nothing");
        };
    }

    private static boolean isOfEverybody(Level level) {
        return level == Level.GLOBAL || level == Level.ROUTE;
    }
}
