package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limiter.Ruling.Taking;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.Taken;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Buckets that an instance has for itself: nobody is asked, and the answer is there at once. */
final class LocalPolicies implements Buckets {

    private final InstanceBuckets buckets;
    private final Function<LevelCharge, Charge> toCharge;

    /** {@code toCharge}: the whole limit, or this instance's share of it. */
    LocalPolicies(InstanceBuckets buckets, Function<LevelCharge, Charge> toCharge) {
        this.buckets = buckets;
        this.toCharge = toCharge;
    }

    @Override
    public Uni<Ruling> take(List<LevelCharge> charges, Duration most) {
        return Uni.createFrom().item(take(charges));
    }

    Ruling take(List<LevelCharge> charges) {
        List<Charge> asked = new ArrayList<>(charges.size());
        for (LevelCharge charge : charges) {
            asked.add(toCharge.apply(charge));
        }
        List<Taken> answers = buckets.take(asked);
        List<Verdict> verdicts = new ArrayList<>(charges.size());
        List<Taking> takings = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            verdicts.add(charges.get(i).verdict(answers.get(i), Source.LOCAL));
            takings.add(new Taking(this, charges.get(i)));
        }
        Ruling taken = Ruling.of(verdicts);
        return taken.allows() ? new Ruling(taken.decision(), takings) : taken;
    }

    /** Counts what was allowed elsewhere. */
    void charge(List<LevelCharge> charges) {
        for (LevelCharge charge : charges) {
            buckets.charge(toCharge.apply(charge));
        }
    }

    @Override
    public void giveBack(List<LevelCharge> charges) {
        for (LevelCharge charge : charges) {
            buckets.giveBack(toCharge.apply(charge));
        }
    }
}
