package io.oncegate.ops.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.policy.ChangeLimits;
import io.oncegate.ratelimit.policy.LimitChange;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.policy.Policy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** What requests about limits have in common: a policy that there is, and a change that it can have. */
@ApplicationScoped
class LimitRequest {

    private final Policies policies;
    private final ChangeLimits changes;

    LimitRequest(Policies policies, ChangeLimits changes) {
        this.policies = policies;
        this.changes = changes;
    }

    /** The policy of a path. */
    Policy policy(String name) {
        return policies.named(name)
                .orElseThrow(() -> Problem.of(
                                ProblemType.NOT_FOUND,
                                "There is no policy with this name. GET /admin/v1/limits lists them.")
                        .toException());
    }

    /** The policy of a path that goes through a tenant. */
    Policy policyOfTenants(String name) {
        Policy policy = policy(name);
        if (!policy.withinATenant()) {
            throw refusal(List.of(new FieldError(
                    "/policy",
                    "must count within a tenant, and this one's level is "
                            + policy.level().wire())));
        }
        return policy;
    }

    LimitChange change(Policy policy, JsonNode body) {
        LimitChange change = LimitBody.read(body);
        return unless(changes.errors(policy, change), change);
    }

    LimitChange changeOfTenant(Policy policy, JsonNode body) {
        LimitChange change = LimitBody.read(body);
        return unless(changes.errorsOfTenant(policy, change), change);
    }

    private static LimitChange unless(List<FieldError> errors, LimitChange change) {
        if (!errors.isEmpty()) {
            throw refusal(errors);
        }
        return change;
    }

    private static RuntimeException refusal(List<FieldError> errors) {
        return Problem.invalid(errors).toException();
    }
}
