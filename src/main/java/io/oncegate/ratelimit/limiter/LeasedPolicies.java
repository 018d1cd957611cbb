package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.Taken;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Shared buckets that every request would hit, spent in process (a local pre-limit with periodic synchronisation). There
 * are as many leases as there are routes and policies of that kind, never one for each caller.
 */
final class LeasedPolicies implements Buckets {

    private static final Duration IDLE = Duration.ofSeconds(1);

    /** An instance holds at most what the rate brings in this time. */
    private static final long AHEAD_PER_SECOND = 10;

    private static final long SHARE_OF_CAPACITY = 4;

    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final SharedBuckets store;
    private final SharedPolicies unleased;
    private final Fallback fallback;
    private final IntSupplier instances;
    private final LongSupplier nanoClock;

    LeasedPolicies(
            SharedBuckets store,
            SharedPolicies unleased,
            Fallback fallback,
            IntSupplier instances,
            LongSupplier nanoClock) {
        this.store = store;
        this.unleased = unleased;
        this.fallback = fallback;
        this.instances = instances;
        this.nanoClock = nanoClock;
    }

    @Override
    public Uni<Ruling> take(List<LevelCharge> charges, Duration most) {
        return take(0, Ruling.NOTHING, charges, most);
    }

    private Uni<Ruling> take(int index, Ruling taken, List<LevelCharge> charges, Duration most) {
        if (index == charges.size()) {
            return Uni.createFrom().item(taken);
        }
        return take(charges.get(index), most).chain(ruling -> {
            if (ruling.allows()) {
                return take(index + 1, taken.and(ruling), charges, most);
            }
            taken.takings().forEach(taking -> taking.from().giveBack(List.of(taking.charge())));
            return Uni.createFrom().item(ruling);
        });
    }

    /** One that may not refuse is asked of the store itself: only there can a bucket owe. */
    private Uni<Ruling> take(LevelCharge charge, Duration most) {
        return charge.enforced() ? spend(charge, most) : unleased.take(List.of(charge), most);
    }

    private Uni<Ruling> spend(LevelCharge charge, Duration most) {
        List<LevelCharge> watched = fallback.watched(List.of(charge));
        Ruling agreed = fallback.agree(watched);
        if (!agreed.allows()) {
            return Uni.createFrom().item(agreed);
        }
        return leaseOf(charge)
                .take(charge.limit(), charge.cost(), ahead(charge.limit(), instances.getAsInt()), most)
                .map(answer -> settled(charge, answer, watched))
                .onFailure(StoreFailedException.class)
                .recoverWithItem(() -> decided(charge, watched));
    }

    private Ruling settled(LevelCharge charge, Taken answer, List<LevelCharge> watched) {
        Ruling ruling = Fallback.counted(List.of(charge.verdict(answer, Source.LEASE)), this, List.of(charge));
        if (!ruling.allows()) {
            fallback.giveBack(watched);
        } else if (watched.isEmpty()) {
            fallback.count(List.of(charge));
        }
        return ruling;
    }

    private Ruling decided(LevelCharge charge, List<LevelCharge> watched) {
        fallback.giveBack(watched);
        return fallback.decide(List.of(charge));
    }

    @Override
    public void giveBack(List<LevelCharge> charges) {
        charges.forEach(charge -> leaseOf(charge).giveBack(charge.cost()));
        fallback.giveBack(charges);
    }

    /** Hands back what was not spent for a second. */
    void handBackIdle() {
        leases.values().forEach(lease -> lease.handBack(IDLE));
    }

    /** Hands everything back. */
    void handBackAll() {
        leases.values().forEach(lease -> lease.handBack(Duration.ZERO));
    }

    private Lease leaseOf(LevelCharge charge) {
        return leases.computeIfAbsent(charge.key(), key -> new Lease(key, store, nanoClock));
    }

    /** k: tokens that an instance takes ahead of use. */
    static long ahead(Limit limit, int instances) {
        long share = limit.capacity() / (SHARE_OF_CAPACITY * instances);
        long soon = limit.refill().tokens() / (AHEAD_PER_SECOND * limit.refill().seconds());
        return Math.max(1, Math.min(share, soon));
    }
}
