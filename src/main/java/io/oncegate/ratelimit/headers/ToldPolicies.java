package io.oncegate.ratelimit.headers;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.limit.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of a decision a client is told: its own policies, others only where they denied, and nothing of a policy that is
 * not enforced for it.
 */
final class ToldPolicies {

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Of these a caller learns when they deny: what is left of them is not its own. */
    private static final Set<Level> NOT_THE_CALLERS = Set.of(Level.IP, Level.ROUTE, Level.GLOBAL);

    private static final Comparator<Verdict> LOWEST_FIRST = Comparator.comparingLong(ToldPolicies::remaining)
            .thenComparing(Comparator.comparingLong(ToldPolicies::window).reversed());

    private static final Comparator<Verdict> ASCENDING = Comparator.comparingLong(ToldPolicies::quota)
            .thenComparing(Comparator.comparingLong(ToldPolicies::window).reversed());

    private final List<Verdict> told;

    private ToldPolicies(List<Verdict> told) {
        this.told = told;
    }

    static ToldPolicies of(Decision decision) {
        List<Verdict> told = new ArrayList<>(decision.verdicts().size());
        for (Verdict verdict : decision.verdicts()) {
            if (verdict.denies() || (verdict.enforced() && !NOT_THE_CALLERS.contains(verdict.level()))) {
                told.add(verdict);
            }
        }
        told.sort(ASCENDING);
        return new ToldPolicies(told);
    }

    /** The one that will refuse first: with the lowest remaining, of two such the one that takes longer to refill. */
    Optional<Verdict> nearest() {
        return told.isEmpty() ? Optional.empty() : Optional.of(Collections.min(told, LOWEST_FIRST));
    }

    /** By ascending quota, one for each quota: of equal ones the tighter decides, and the other is never met. */
    List<Verdict> listed() {
        return listed(false);
    }

    /** The same, and the nearest one in any case: for a dialect in which a name must be in the list. */
    List<Verdict> listedWithNearest() {
        return listed(true);
    }

    /** Equal quotas stand together, the tightest first. */
    private List<Verdict> listed(boolean withNearest) {
        List<Verdict> listed = new ArrayList<>(told.size());
        Verdict nearest = withNearest ? nearest().orElse(null) : null;
        long lastQuota = -1;
        for (Verdict verdict : told) {
            if (quota(verdict) != lastQuota || verdict == nearest) {
                listed.add(verdict);
            }
            lastQuota = quota(verdict);
        }
        return listed;
    }

    static long quota(Verdict verdict) {
        return verdict.limit().capacity();
    }

    /** {@code w}, in seconds. */
    static long window(Verdict verdict) {
        return verdict.limit().windowSeconds();
    }

    /** Whole tokens, never negative. */
    static long remaining(Verdict verdict) {
        return Math.max(0, verdict.remaining());
    }

    /** How long to wait until it changes for the better: until the bucket is full or, after a denial, until it grants. */
    static long resetMicros(Verdict verdict) {
        return verdict.denies() && verdict.answer() != Answer.NEVER ? verdict.waitMicros() : verdict.toFullMicros();
    }

    /** The same in seconds, rounded up. */
    static long resetSeconds(Verdict verdict) {
        return secondsUp(resetMicros(verdict));
    }

    static long secondsUp(long micros) {
        return -Math.floorDiv(-micros, MICROS_PER_SECOND);
    }
}
