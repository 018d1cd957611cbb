package io.oncegate.ratelimit;

import io.oncegate.caller.address.ClientAddress;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.SoftShare;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Terms;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.Taken;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What an address may ask of this instance: all policies of {@link Level#IP}, in process. Thread-safe. */
@ApplicationScoped
class AddressLimits {

    private static final long COST = 1;

    private final Policies policies;
    private final InstanceBuckets buckets;

    AddressLimits(Policies policies, InstanceBuckets buckets) {
        this.policies = policies;
        this.buckets = buckets;
    }

    /**
     * An address's request and what was decided about it.
     *
     * @param charges what was taken, if the decision allows
     */
    record Pass(Decision decision, List<Charge> charges) {}

    /** Charges one request of {@code address} to the policies that apply, or to none of them. */
    Pass charge(ClientAddress address, Predicate<Policy> applies) {
        List<LevelCharge> asked = new ArrayList<>(1);
        List<Charge> charges = new ArrayList<>(1);
        for (Policy policy : policies.all()) {
            if (policy.level() == Level.IP && applies.test(policy)) {
                LevelCharge charge = charge(policy, address);
                asked.add(charge);
                charges.add(charge.whole());
            }
        }
        List<Taken> taken = buckets.take(charges);
        List<Verdict> verdicts = new ArrayList<>(asked.size());
        for (int i = 0; i < taken.size(); i++) {
            verdicts.add(asked.get(i).verdict(taken.get(i), Source.LOCAL));
        }
        return new Pass(new Decision(verdicts), charges);
    }

    void giveBack(List<Charge> charges) {
        charges.forEach(buckets::giveBack);
    }

    private LevelCharge charge(Policy policy, ClientAddress address) {
        Terms terms = policies.terms(policy);
        // A subject has no space, so that no two policies share a bucket.
        String key = policy.name() + " " + address.subject();
        return new LevelCharge(
                policy, terms, key, COST, 0, SoftShare.enforces(terms.mode(), policy.softPercent(), key));
    }
}
