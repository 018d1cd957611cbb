package io.oncegate.ratelimit.limiter;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.SharedBuckets;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Puts the limiter together, and hands back what its leases do not spend. */
@ApplicationScoped
class LimiterWiring {

    /** Refusals that an instance remembers at once. One takes about 300 bytes. */
    private static final int MOST_REFUSALS = 100_000;

    private static final Duration HAND_BACK_INTERVAL = Duration.ofMillis(500);

    private final LeasedPolicies leased;
    private final Limiter limiter;

    /** {@code inProcess} and {@code shares} are different ones, so that a crowd in one evicts nobody from the other. */
    LimiterWiring(SharedBuckets store, InstanceBuckets inProcess, InstanceBuckets shares, Policies policies) {
        LocalPolicies own = new LocalPolicies(inProcess, LevelCharge::whole);
        LocalPolicies ownShares = new LocalPolicies(shares, new Shares(policies::instances)::of);
        Fallback fallback = new Fallback(ownShares, System::nanoTime, store::backSinceNanos);
        SharedPolicies shared = new SharedPolicies(store, fallback, new DenyCache(MOST_REFUSALS, System::nanoTime));
        this.leased = new LeasedPolicies(store, shared, fallback, policies::instances, System::nanoTime);
        this.limiter = new Limiter(own, leased, shared);
    }

    @Produces
    @Singleton
    Limiter limiter() {
        return limiter;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(HAND_BACK_INTERVAL, "ratelimit-leases", () -> {
            leased.handBackIdle();
            return Uni.createFrom().item(Counts.NOTHING);
        });
    }

    void end(@Observes ShutdownEvent stopping) {
        leased.handBackAll();
    }
}
