package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limiter.Ruling.Taking;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What is decided while the shared buckets do not answer, by what each policy says about that.
 *
 * <p>Where a policy says {@code local}, an instance decides by a bucket of its own that holds its share of the limit.
 * That bucket counts all the time, so that the switch grants no burst. After the store is back its buckets may have
 * filled up, or be gone with a restart, and know nothing of what was allowed meanwhile; so both have to agree until a
 * bucket that was empty at that moment would be full. The way back grants no burst either.
 *
 * <pre>
 *   store answers        --fails-->  own share decides  --answers-->  both must agree  --time to full--> store answers
 *   (own share counts)
 * </pre>
 */
final class Fallback {

    private final LocalPolicies shares;
    private final LongSupplier nanoClock;
    private final LongSupplier backSinceNanos;

    /** {@code backSinceNanos}: when the store came back last, on {@code nanoClock}. */
    Fallback(LocalPolicies shares, LongSupplier nanoClock, LongSupplier backSinceNanos) {
        this.shares = shares;
        this.nanoClock = nanoClock;
        this.backSinceNanos = backSinceNanos;
    }

    /** Decides without the store. */
    Ruling decide(List<LevelCharge> charges) {
        List<Verdict> verdicts = new ArrayList<>();
        for (LevelCharge charge : charges) {
            if (charge.onStoreFailure() == OnStoreFailure.CLOSED) {
                verdicts.add(charge.verdict(Answer.UNAVAILABLE, Source.CLOSED));
            } else if (charge.onStoreFailure() == OnStoreFailure.OPEN) {
                verdicts.add(charge.verdict(Answer.GRANTED, Source.OPEN));
            }
        }
        Ruling fixed = Ruling.of(verdicts);
        return fixed.allows() ? fixed.and(shares.take(local(charges))) : fixed;
    }

    /** Of these, those that the own share still has a say in because the store came back only lately. */
    List<LevelCharge> watched(List<LevelCharge> charges) {
        long backMicros = (nanoClock.getAsLong() - backSinceNanos.getAsLong()) / 1000;
        List<LevelCharge> watched = new ArrayList<>(0);
        for (LevelCharge charge : charges) {
            if (isLocal(charge) && backMicros < charge.limit().timeToFullMicros()) {
                watched.add(charge);
            }
        }
        return watched;
    }

    /** The own share's word on charges that it still has a say in. */
    Ruling agree(List<LevelCharge> watched) {
        return watched.isEmpty() ? Ruling.NOTHING : shares.take(watched);
    }

    /** Counts what the store allowed. */
    void count(List<LevelCharge> charges) {
        shares.charge(local(charges));
    }

    void giveBack(List<LevelCharge> charges) {
        shares.giveBack(local(charges));
    }

    /** A ruling of the store, whose takings are those of its own buckets and of the shares beside them. */
    static Ruling counted(List<Verdict> verdicts, Buckets by, List<LevelCharge> charges) {
        Ruling ruling = Ruling.of(verdicts);
        if (!ruling.allows()) {
            return ruling;
        }
        List<Taking> takings = new ArrayList<>(charges.size());
        for (LevelCharge charge : charges) {
            takings.add(new Taking(by, charge));
        }
        return new Ruling(ruling.decision(), takings);
    }

    private static List<LevelCharge> local(List<LevelCharge> charges) {
        List<LevelCharge> local = new ArrayList<>(charges.size());
        for (LevelCharge charge : charges) {
            if (isLocal(charge)) {
                local.add(charge);
            }
        }
        return local;
    }

    private static boolean isLocal(LevelCharge charge) {
        return charge.onStoreFailure() == OnStoreFailure.LOCAL;
    }
}
