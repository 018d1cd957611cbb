package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.SubjectHash;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Store;
import io.oncegate.ratelimit.policy.Terms;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.Taken;

/**
 * What one policy is to count of one request.
 *
 * @param key of the bucket
 * @param cost whole tokens; 0 only looks
 * @param paid whole tokens that the same request has taken from this bucket before, in an earlier call
 * @param enforced whether the policy may refuse this subject
 */
public record LevelCharge(Policy policy, Terms terms, String key, long cost, long paid, boolean enforced) {

    /**
     * For a cost that a bucket holds at other times: under a milder profile, or when the shared buckets answer again.
     * Nobody knows when that is; this is how often it is worth asking.
     */
    private static final long UNKNOWN_WAIT_MICROS = 60_000_000;

    /** Where the bucket is. */
    Store store() {
        return policy.store();
    }

    Limit limit() {
        return terms.limit();
    }

    OnStoreFailure onStoreFailure() {
        return terms.onStoreFailure();
    }

    /** For the bucket that counts everything. */
    public Charge whole() {
        return new Charge(key, limit(), cost, manner());
    }

    /** For a bucket that holds no more than a part of the limit. */
    Charge within(Limit part) {
        return new Charge(key, part, cost, manner());
    }

    /** Both charges of one bucket, as one. */
    LevelCharge plus(LevelCharge other) {
        return new LevelCharge(policy, terms, key, cost + other.cost(), paid, enforced);
    }

    private Manner manner() {
        return enforced ? Manner.ENFORCE : Manner.SHADOW;
    }

    /** True where no bucket will ever have enough for all that the request costs, whatever the profile leaves of it. */
    boolean neverFits() {
        return cost + paid > terms.most();
    }

    /** The verdict that a bucket's answer amounts to. */
    public Verdict verdict(Taken taken, Source source) {
        return verdict(
                taken.granted() >= cost ? Answer.GRANTED : Answer.REFUSED,
                source,
                taken.remaining(),
                taken.waitMicros() < 0 ? UNKNOWN_WAIT_MICROS : taken.waitMicros(),
                taken.toFullMicros());
    }

    /** The verdict where no bucket was asked. */
    Verdict verdict(Answer answer, Source source) {
        return verdict(answer, source, answer == Answer.GRANTED ? limit().capacity() : 0, 0, 0);
    }

    Verdict verdict(Answer answer, Source source, long remaining, long waitMicros, long toFullMicros) {
        return new Verdict(
                policy.name(),
                policy.level(),
                limit(),
                terms.mode(),
                enforced,
                source,
                answer == Answer.NEVER ? cost + paid : cost,
                answer,
                remaining,
                waitMicros,
                toFullMicros,
                answer == Answer.GRANTED ? "" : SubjectHash.of(key));
    }
}
