package io.oncegate.ratelimit.policy;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.ratelimit.policy.LimitStore.Subject;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Changes what policies allow. This instance feels it when the result arrives, all others within two seconds. */
@ApplicationScoped
public class ChangeLimits {

    private final CurrentPolicies policies;
    private final LimitStore store;

    ChangeLimits(CurrentPolicies policies, LimitStore store) {
        this.policies = policies;
        this.store = store;
    }

    /** What is wrong with a change for all; one that has any must not be made. */
    public List<FieldError> errors(Policy policy, LimitChange change) {
        return errors(policies.flaw(policy, change));
    }

    /** The same for a tenant's own terms. */
    public List<FieldError> errorsOfTenant(Policy policy, LimitChange change) {
        return errors(policies.flawOfTenant(policy, change));
    }

    private static List<FieldError> errors(Optional<PolicyRules.Flaw> flaw) {
        return flaw.map(one -> new FieldError("/" + one.member(), one.detail())).stream()
                .toList();
    }

    /** Changes it for all, whatever their plan. To what is configured: the plans count again. */
    public Uni<PolicyTerms> forAll(Policy policy, LimitChange change, Stamp stamp, Deadline deadline) {
        Subject subject = new Subject(Optional.empty(), policy.name());
        Uni<Boolean> changing = policies.isConfigured(policy, change)
                ? store.takeBack(subject, stamp, deadline)
                : store.put(subject, change, stamp, deadline);
        return felt(changing, deadline).map(changed -> policies.unscaled(policy));
    }

    /** Changes it for one tenant, if there is that tenant; what it then allows before the multiplier. */
    public Uni<Optional<Terms>> forTenant(
            Policy policy, String tenant, LimitChange change, Stamp stamp, Deadline deadline) {
        Subject subject = new Subject(Optional.of(tenant), policy.name());
        return felt(store.put(subject, change, stamp, deadline), deadline)
                .map(known -> known ? Optional.of(tenantsOwn(policy, change)) : Optional.empty());
    }

    /** Takes a tenant's own terms back, where it has any. False: there is no such tenant. */
    public Uni<Boolean> takeBack(Policy policy, String tenant, Stamp stamp, Deadline deadline) {
        Subject subject = new Subject(Optional.of(tenant), policy.name());
        return felt(store.takeBack(subject, stamp, deadline), deadline);
    }

    private Terms tenantsOwn(Policy policy, LimitChange change) {
        return change.appliedTo(policies.unscaled(policy).forAll(), Terms.Origin.TENANT);
    }

    private Uni<Boolean> felt(Uni<Boolean> changing, Deadline deadline) {
        return changing.call(() -> policies.refresh(deadline));
    }
}
