package io.oncegate.ratelimit.limiter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refusals of the shared buckets, or of the shares that stand in for them, that still hold: until a token bucket has what
 * was asked for, it has not got more either. So one subject that hammers costs one look at the buckets a second, and its
 * wait counts down all the same. Never holds longer than a second, nor beyond a change of its limit; never for a policy
 * that may not refuse. Bounded, thread-safe.
 */
final class DenyCache {

    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Cache<String, Refusal> refusals;
    private final LongSupplier nanoClock;

    private record Refusal(Verdict verdict, long atNanos) {

        long lifeNanos() {
            return Math.min(LONGEST_NANOS, Math.multiplyExact(Math.min(verdict.waitMicros(), MICROS_PER_SECOND), 1000));
        }

        /** Of a dearer charge too; not where a share has refused, whose refill is a part of the limit's. */
        Verdict later(LevelCharge charge, long elapsedMicros) {
            long wait = verdict.waitMicros() + microsFor(charge.cost() - verdict.cost()) - elapsedMicros;
            return verdict.remembered(
                    charge.cost(), Math.max(1, wait), Math.max(1, verdict.toFullMicros() - elapsedMicros));
        }

        /** In which so many tokens more are there. */
        private long microsFor(long tokens) {
            Rate refill = verdict.limit().refill();
            return -Math.floorDiv(-tokens * MICROS_PER_SECOND * refill.seconds(), refill.tokens());
        }
    }

    DenyCache(int most, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.refusals = Caffeine.newBuilder()
                .maximumSize(most)
                .expireAfter(Expiry.<String, Refusal>writing((key, refusal) -> Duration.ofNanos(refusal.lifeNanos())))
                .ticker(nanoClock::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /** The verdicts of those that are known to refuse. */
    List<Verdict> find(List<LevelCharge> charges) {
        List<Verdict> known = List.of();
        for (LevelCharge charge : charges) {
            Verdict refused = charge.enforced() ? refused(charge) : null;
            if (refused != null) {
                known = new ArrayList<>(known);
                known.add(refused);
            }
        }
        return known;
    }

    private @Nullable Verdict refused(LevelCharge charge) {
        Refusal refusal = refusals.getIfPresent(charge.key());
        if (refusal == null
                || !refusal.verdict().limit().equals(charge.limit())
                || refusal.verdict().mode() != charge.terms().mode()
                || charge.cost() < refusal.verdict().cost()
                || (charge.cost() > refusal.verdict().cost()
                        && refusal.verdict().source() == Source.LOCAL)) {
            return null;
        }
        return refusal.later(charge, (nanoClock.getAsLong() - refusal.atNanos()) / 1000);
    }

    /** Keeps those that refused, whoever of the store and an instance's own share has said so. */
    void remember(List<LevelCharge> charges, Decision decision) {
        for (Verdict verdict : decision.denials()) {
            for (LevelCharge charge : charges) {
                if (charge.policy().name().equals(verdict.policy()) && holds(charge, verdict)) {
                    refusals.put(charge.key(), new Refusal(verdict, nanoClock.getAsLong()));
                }
            }
        }
    }

    private static boolean holds(LevelCharge charge, Verdict verdict) {
        return verdict.waitMicros() > 0 && charge.limit().algorithm() == Algorithm.TOKEN_BUCKET;
    }
}
