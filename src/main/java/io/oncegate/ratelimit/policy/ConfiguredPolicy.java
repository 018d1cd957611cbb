package io.oncegate.ratelimit.policy;

import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.policy.RateLimitConfig.PolicyConfig;
import io.oncegate.ratelimit.policy.Terms.Origin;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A policy as it is configured, before anybody changes it. */
record ConfiguredPolicy(Policy policy, Terms base, Map<Plan, Terms> plans) {

    ConfiguredPolicy {
        plans = Map.copyOf(plans);
    }

    /** All, by name; to be checked before. */
    static List<ConfiguredPolicy> in(RateLimitConfig config) {
        return config.policies().entrySet().stream()
                .map(named -> of(named.getKey(), named.getValue()))
                .sorted(Comparator.comparing(one -> one.policy().name()))
                .toList();
    }

    private static ConfiguredPolicy of(String name, PolicyConfig config) {
        Map<Plan, Terms> plans = new EnumMap<>(Plan.class);
        config.plans()
                .forEach((plan, own) -> Plan.of(plan)
                        .ifPresent(
                                known -> plans.put(known, terms(config, own.capacity(), own.refill(), Origin.PLAN))));
        return new ConfiguredPolicy(
                policy(name, config), terms(config, config.capacity(), config.refill(), Origin.BASE), plans);
    }

    static Policy policy(String name, PolicyConfig config) {
        return new Policy(
                name,
                config.level(),
                config.routes().orElse(Set.of()),
                config.store().orElseGet(() -> PolicyRules.usualStore(config.level())),
                config.softPercent());
    }

    private static Terms terms(PolicyConfig config, long capacity, Rate refill, Origin source) {
        return new Terms(
                new Limit(config.algorithm(), capacity, refill), config.mode(), config.onStoreFailure(), source);
    }
}
