package io.oncegate.ratelimit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Store;
import io.oncegate.ratelimit.policy.Terms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Policies that a test names and nobody changes. */
final class FixedPolicies implements Policies {

    private final SortedMap<String, Map.Entry<Policy, Terms>> policies = new TreeMap<>();

    static Limit limit(long capacity, long perSecond) {
        return new Limit(Algorithm.TOKEN_BUCKET, capacity, new Rate(perSecond, 1));
    }

    @CanIgnoreReturnValue
    FixedPolicies with(String name, Level level, Limit limit, Mode mode, String... routes) {
        return with(new Policy(name, level, Set.of(routes), Store.LOCAL, 50), limit, mode);
    }

    /** One whose buckets all instances share. */
    @CanIgnoreReturnValue
    FixedPolicies withShared(String name, Level level, Limit limit) {
        return with(new Policy(name, level, Set.of(), Store.SHARED, 50), limit, Mode.ENFORCE);
    }

    private FixedPolicies with(Policy policy, Limit limit, Mode mode) {
        policies.put(policy.name(), Map.entry(policy, new Terms(limit, mode, OnStoreFailure.LOCAL, Terms.Origin.BASE)));
        return this;
    }

    @Override
    public List<Policy> all() {
        return policies.values().stream().map(Map.Entry::getKey).toList();
    }

    @Override
    public Optional<Policy> named(String name) {
        return Optional.ofNullable(policies.get(name)).map(Map.Entry::getKey);
    }

    @Override
    public Terms terms(Policy policy, String tenant, Plan plan) {
        return terms(policy);
    }

    @Override
    public Terms terms(Policy policy) {
        return policies.get(policy.name()).getValue();
    }

    @Override
    public int instances() {
        return 1;
    }
}
