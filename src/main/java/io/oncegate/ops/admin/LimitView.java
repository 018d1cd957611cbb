package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.PolicyTerms;
import io.oncegate.ratelimit.policy.Terms;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A policy and what it allows, as the operator sees it. */
@Schema(name = "PolicyLimit")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record LimitView(
        @JsonProperty("policy") String policy,
        @JsonProperty("level") String level,

        @JsonProperty("routes") @Schema(description = "Absent where it is for all routes")
        List<String> routes,

        @JsonProperty("store") String store,
        @JsonProperty("algorithm") String algorithm,

        @JsonProperty("capacity") @Schema(description = "Before the profile's multiplier, as every number here")
        long capacity,

        @JsonProperty("refill") String refill,
        @JsonProperty("mode") String mode,
        @JsonProperty("on_store_failure") String onStoreFailure,

        @JsonProperty("source")
        @Schema(
                description = "Whose word the limit is",
                enumeration = {"tenant", "operator", "plan", "base"})
        String source,

        @JsonProperty("plans")
        @Schema(description = "What the tenants of each plan get that have no limit of their own")
        Map<String, PlanView> plans) {

    /** What one plan allows. */
    @Schema(name = "PlanLimit")
    record PlanView(
            @JsonProperty("capacity") long capacity,
            @JsonProperty("refill") String refill,

            @JsonProperty("source") @Schema(enumeration = {"operator", "plan", "base"})
            String source) {

        static PlanView of(Terms terms) {
            Limit limit = terms.limit();
            return new PlanView(
                    limit.capacity(), limit.refill().wire(), terms.source().wire());
        }
    }

    static LimitView of(PolicyTerms terms) {
        Map<String, PlanView> plans = new TreeMap<>();
        terms.plans().forEach((Plan plan, Terms own) -> plans.put(plan.wire(), PlanView.of(own)));
        return of(terms.policy(), terms.forAll(), plans);
    }

    /** What it allows to one tenant. */
    static LimitView of(Policy policy, Terms terms) {
        return of(policy, terms, Map.of());
    }

    private static LimitView of(Policy policy, Terms terms, Map<String, PlanView> plans) {
        Limit limit = terms.limit();
        return new LimitView(
                policy.name(),
                policy.level().wire(),
                policy.routes().stream().sorted().toList(),
                policy.store().wire(),
                limit.algorithm().wire(),
                limit.capacity(),
                limit.refill().wire(),
                terms.mode().wire(),
                terms.onStoreFailure().wire(),
                terms.source().wire(),
                plans);
    }
}
