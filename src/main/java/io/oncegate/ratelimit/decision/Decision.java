package io.oncegate.ratelimit.decision;

import java.util.List;
import java.util.stream.Stream;

/**
 * What all policies together say to a request, or to one step of it. Nothing was charged where it does not allow.
 *
 * @param verdicts of every policy that was asked, in the order in which they were; may be empty
 */
public record Decision(List<Verdict> verdicts) {

    public Decision {
        verdicts = List.copyOf(verdicts);
    }

    /** Whether the request may go on. */
    public boolean allows() {
        for (Verdict verdict : verdicts) {
            if (verdict.denies()) {
                return false;
            }
        }
        return true;
    }

    /** Those because of which it may not. */
    public List<Verdict> denials() {
        return verdicts.stream().filter(Verdict::denies).toList();
    }

    /**
     * This decision and a later one about the same request, as one: what the later one says of a policy stands, and
     * what only this one says stays.
     */
    public Decision followedBy(Decision later) {
        if (verdicts.isEmpty()) {
            return later;
        }
        Stream<Verdict> kept = verdicts.stream().filter(verdict -> !later.speaksOf(verdict.policy()));
        return new Decision(Stream.concat(kept, later.verdicts.stream()).toList());
    }

    private boolean speaksOf(String policy) {
        return verdicts.stream().anyMatch(verdict -> verdict.policy().equals(policy));
    }
}
