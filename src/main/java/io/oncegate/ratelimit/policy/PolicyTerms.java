package io.oncegate.ratelimit.policy;

import io.oncegate.caller.Plan;
import java.util.Map;

/**
 * A policy and what it allows before the profile's multiplier, as operators think of it.
 *
 * @param forAll where no plan says otherwise
 * @param plans what each plan's tenants get that have no terms of their own; empty where the policy has no tenant
 */
public record PolicyTerms(Policy policy, Terms forAll, Map<Plan, Terms> plans) {

    public PolicyTerms {
        plans = Map.copyOf(plans);
    }
}
