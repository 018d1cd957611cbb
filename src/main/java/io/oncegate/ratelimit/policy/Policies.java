package io.oncegate.ratelimit.policy;

import io.oncegate.caller.Plan;
import java.util.List;
import java.util.Optional;

/**
 * All policies and their present terms. Answers from memory, at once, on any thread; what the operator changes arrives
 * here within two seconds, on every instance.
 */
public interface Policies {

    /** All, in alphabetical order. */
    List<Policy> all();

    /** The policy of that name, if there is one. */
    Optional<Policy> named(String name);

    /** What a policy allows to a tenant. */
    Terms terms(Policy policy, String tenant, Plan plan);

    /** What a policy allows where there is no tenant: by address, to the operator, to everybody. */
    Terms terms(Policy policy);

    /** Instances that are alive, this one included; at least the floor that is configured. */
    int instances();
}
