package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.Taken;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Buckets that all instances share: one round trip for all of them, and none where a refusal is remembered. */
final class SharedPolicies implements Buckets {

    private final SharedBuckets store;
    private final Fallback fallback;
    private final DenyCache denials;

    SharedPolicies(SharedBuckets store, Fallback fallback, DenyCache denials) {
        this.store = store;
        this.fallback = fallback;
        this.denials = denials;
    }

    @Override
    public List<Verdict> remembered(List<LevelCharge> charges) {
        return denials.find(charges);
    }

    @Override
    public Uni<Ruling> take(List<LevelCharge> charges, Duration most) {
        List<LevelCharge> watched = fallback.watched(charges);
        Ruling agreed = fallback.agree(watched);
        if (!agreed.allows()) {
            return Uni.createFrom().item(remembered(charges, agreed));
        }
        return store.take(whole(charges), most)
                .map(answers -> settled(charges, answers, watched))
                .onFailure(StoreFailedException.class)
                .recoverWithItem(() -> decided(charges, watched));
    }

    private Ruling settled(List<LevelCharge> charges, List<Taken> answers, List<LevelCharge> watched) {
        List<Verdict> verdicts = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            verdicts.add(charges.get(i).verdict(answers.get(i), Source.REDIS));
        }
        Ruling ruling = Fallback.counted(verdicts, this, charges);
        if (ruling.allows()) {
            fallback.count(without(watched, charges));
        } else {
            fallback.giveBack(watched);
        }
        return remembered(charges, ruling);
    }

    /** The store failed after the own share had agreed, which then is the decision for those. */
    private Ruling decided(List<LevelCharge> charges, List<LevelCharge> watched) {
        fallback.giveBack(watched);
        return remembered(charges, fallback.decide(charges));
    }

    private Ruling remembered(List<LevelCharge> charges, Ruling ruling) {
        if (!ruling.allows()) {
            denials.remember(charges, ruling.decision());
        }
        return ruling;
    }

    @Override
    public void giveBack(List<LevelCharge> charges) {
        store.giveBack(whole(charges));
        fallback.giveBack(charges);
    }

    private static List<LevelCharge> without(List<LevelCharge> watched, List<LevelCharge> charges) {
        return watched.isEmpty()
                ? charges
                : charges.stream().filter(charge -> !watched.contains(charge)).toList();
    }

    private static List<Charge> whole(List<LevelCharge> charges) {
        List<Charge> whole = new ArrayList<>(charges.size());
        for (LevelCharge charge : charges) {
            whole.add(charge.whole());
        }
        return whole;
    }
}
