package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * A decision, and what was taken for it.
 *
 * @param takings what can be given back; none where the decision does not allow
 */
public record Ruling(Decision decision, List<Taking> takings) {

    static final Ruling NOTHING = new Ruling(new Decision(List.of()), List.of());

    /** One bucket's tokens, and who can give them back. */
    public record Taking(Buckets from, LevelCharge charge) {}

    /** Nothing was taken. */
    static Ruling of(List<Verdict> verdicts) {
        return new Ruling(new Decision(verdicts), List.of());
    }

    /** Whether the request may go on. */
    public boolean allows() {
        return decision.allows();
    }

    /** Both. */
    Ruling and(Ruling other) {
        if (takings.isEmpty() && decision.verdicts().isEmpty()) {
            return other;
        }
        return new Ruling(
                new Decision(joined(decision.verdicts(), other.decision().verdicts())),
                joined(takings, other.takings()));
    }

    private static <T> List<T> joined(List<T> some, List<T> others) {
        List<T> all = new ArrayList<>(some.size() + others.size());
        all.addAll(some);
        all.addAll(others);
        return all;
    }
}
