package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limiter.Ruling.Taking;
import io.oncegate.ratelimit.policy.Store;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides whether a request may go on: everything that is to be charged is charged, or nothing is. What is in process is
 * asked first, so that a refusal there costs no round trip. Safe for use from any event loop; a ruling arrives on the
 * caller's context and never fails.
 */
public final class Limiter {

    /** The cheapest first. */
    private final List<Step> steps;

    private final Buckets shared;

    private record Step(Store store, Buckets buckets) {}

    Limiter(Buckets local, Buckets leased, Buckets shared) {
        this.shared = shared;
        this.steps =
                List.of(new Step(Store.LOCAL, local), new Step(Store.LEASED, leased), new Step(Store.SHARED, shared));
    }

    /**
     * Charges all or none.
     *
     * @param most how long the caller waits at most for the shared buckets
     */
    public Uni<Ruling> take(List<LevelCharge> charges, Duration most) {
        return hopeless(charges)
                .map(refusal -> Uni.createFrom().item(new Ruling(refusal, List.of())))
                .orElseGet(() -> take(0, Ruling.NOTHING, charges, most));
    }

    /**
     * What {@link #take} refuses before it touches any bucket: what none will ever have, and what was just refused. Empty
     * where it would touch one, whatever came of it.
     */
    public Optional<Decision> hopeless(List<LevelCharge> charges) {
        List<LevelCharge> impossible = those(charges, charge -> charge.enforced() && charge.neverFits());
        List<Verdict> verdicts = impossible.isEmpty()
                ? shared.remembered(those(charges, charge -> charge.store() == Store.SHARED))
                : impossible.stream()
                        .map(charge -> charge.verdict(Answer.NEVER, Source.LOCAL))
                        .toList();
        return verdicts.isEmpty() ? Optional.empty() : Optional.of(new Decision(verdicts));
    }

    private static List<LevelCharge> those(List<LevelCharge> charges, Predicate<LevelCharge> wanted) {
        List<LevelCharge> those = new ArrayList<>(charges.size());
        for (LevelCharge charge : charges) {
            if (wanted.test(charge)) {
                those.add(charge);
            }
        }
        return those;
    }

    private Uni<Ruling> take(int done, Ruling taken, List<LevelCharge> charges, Duration most) {
        if (done == steps.size()) {
            return Uni.createFrom().item(taken);
        }
        Step step = steps.get(done);
        List<LevelCharge> asked = those(charges, charge -> charge.store() == step.store());
        if (asked.isEmpty()) {
            return take(done + 1, taken, charges, most);
        }
        return step.buckets()
                .take(asked, most)
                .chain(ruling -> ruling.allows()
                        ? take(done + 1, taken.and(ruling), charges, most)
                        : Uni.createFrom().item(refused(taken, ruling)));
    }

    private Ruling refused(Ruling taken, Ruling refusal) {
        giveBack(taken.takings());
        return Ruling.of(taken.decision().verdicts()).and(refusal);
    }

    /**
     * Gives tokens back that were taken for a request that did not use them; to be called at most once for each. A bucket
     * that was charged twice, for the request and for its body, gets both in one call.
     */
    public void giveBack(List<Taking> takings) {
        Map<Buckets, Map<String, LevelCharge>> byStore = new LinkedHashMap<>();
        for (Taking taking : takings) {
            byStore.computeIfAbsent(taking.from(), first -> new LinkedHashMap<>())
                    .merge(taking.charge().key(), taking.charge(), LevelCharge::plus);
        }
        byStore.forEach((from, charges) -> from.giveBack(List.copyOf(charges.values())));
    }
}
