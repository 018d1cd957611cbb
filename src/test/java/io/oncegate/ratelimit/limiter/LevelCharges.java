package io.oncegate.ratelimit.limiter;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Store;
import io.oncegate.ratelimit.policy.Terms;
import java.util.Set;

/** Charges of the tests: one token of an enforced, shared token bucket, but for what a test says. */
record LevelCharges(
        String name,
        Store store,
        Algorithm algorithm,
        long capacity,
        String refill,
        Mode mode,
        OnStoreFailure failure) {

    static LevelCharges of(String name, long capacity, String refill) {
        return new LevelCharges(
                name, Store.SHARED, Algorithm.TOKEN_BUCKET, capacity, refill, Mode.ENFORCE, OnStoreFailure.LOCAL);
    }

    LevelCharges in(Store other) {
        return new LevelCharges(name, other, algorithm, capacity, refill, mode, failure);
    }

    LevelCharges by(Algorithm other) {
        return new LevelCharges(name, store, other, capacity, refill, mode, failure);
    }

    LevelCharges inMode(Mode other) {
        return new LevelCharges(name, store, algorithm, capacity, refill, other, failure);
    }

    LevelCharges onFailure(OnStoreFailure other) {
        return new LevelCharges(name, store, algorithm, capacity, refill, mode, other);
    }

    LevelCharge one() {
        return cost(1);
    }

    LevelCharge cost(long tokens) {
        return furtherCost(tokens, 0);
    }

    /** Of a request that took {@code paid} tokens before. */
    LevelCharge furtherCost(long tokens, long paid) {
        var policy = new Policy(name, Level.CLIENT, Set.of(), store, 0);
        var limit = new Limit(algorithm, capacity, Rate.parse(refill));
        return new LevelCharge(
                policy, new Terms(limit, mode, failure, Terms.Origin.BASE), name, tokens, paid, mode == Mode.ENFORCE);
    }
}
