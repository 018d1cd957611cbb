package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.store.Charge;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * What one instance may allow by itself of each limit, at the number of instances that are alive. Every request that is
 * allowed counts there too, so each share is worked out once. Thread-safe.
 */
final class Shares {

    /** More limits than an operator gives to tenants; beyond, they are worked out anew. */
    private static final int MOST = 10_000;

    private final IntSupplier instances;
    private volatile Known known = new Known(0, Map.of());

    private record Known(int instances, Map<Limit, Limit> shares) {}

    Shares(IntSupplier instances) {
        this.instances = instances;
    }

    /** The charge for a bucket that holds this instance's share. */
    Charge of(LevelCharge charge) {
        Known now = known;
        int alive = instances.getAsInt();
        if (now.instances() != alive || now.shares().size() > MOST) {
            now = new Known(alive, new ConcurrentHashMap<>());
            known = now;
        }
        return charge.within(now.shares().computeIfAbsent(charge.limit(), limit -> limit.shareOf(alive)));
    }
}
