package io.oncegate.ratelimit.policy;

import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.policy.LimitStore.Kept;
import io.oncegate.ratelimit.policy.Terms.Origin;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All terms as they are between two changes, worked out in advance: a request only looks them up. Immutable.
 *
 * <pre>
 *   a tenant's own  &gt;  the operator's for all  &gt;  the plan's  &gt;  configured      then times the multiplier
 * </pre>
 */
final class PolicySnapshot {

    /** One policy's terms, the multiplier already in them. */
    private static final class Entry {

        private final PolicyTerms unscaled;
        private final Terms forAll;
        private final Map<Plan, Terms> byPlan = new EnumMap<>(Plan.class);
        private final Map<String, Terms> byTenant = new HashMap<>();

        Entry(ConfiguredPolicy configured, @Nullable LimitChange operator, int percent) {
            this.unscaled = unscaled(configured, operator);
            this.forAll = unscaled.forAll().scaled(percent);
            unscaled.plans().forEach((plan, terms) -> byPlan.put(plan, terms.scaled(percent)));
        }

        private static PolicyTerms unscaled(ConfiguredPolicy configured, @Nullable LimitChange operator) {
            Terms forAll =
                    operator == null ? configured.base() : operator.appliedTo(configured.base(), Origin.OPERATOR);
            Map<Plan, Terms> plans = new EnumMap<>(Plan.class);
            if (configured.policy().withinATenant()) {
                for (Plan plan : Plan.values()) {
                    plans.put(plan, operator == null ? configured.plans().getOrDefault(plan, forAll) : forAll);
                }
            }
            return new PolicyTerms(configured.policy(), forAll, plans);
        }
    }

    private final List<ConfiguredPolicy> configured;
    private final List<Kept> changes;
    private final int percent;

    private final List<Policy> all;
    private final Map<String, Entry> entries = new HashMap<>();

    private PolicySnapshot(List<ConfiguredPolicy> configured, List<Kept> changes, int percent) {
        this.configured = configured;
        this.changes = changes;
        this.percent = percent;
        this.all = configured.stream().map(ConfiguredPolicy::policy).toList();
        Map<String, LimitChange> forAll = new HashMap<>();
        changes.stream()
                .filter(kept -> kept.subject().tenant().isEmpty())
                .forEach(kept -> forAll.put(kept.subject().policy(), kept.change()));
        configured.forEach(one -> entries.put(
                one.policy().name(), new Entry(one, forAll.get(one.policy().name()), percent)));
        changes.forEach(kept -> kept.subject().tenant().ifPresent(tenant -> tenantsOwn(tenant, kept)));
    }

    private void tenantsOwn(String tenant, Kept kept) {
        Entry entry = entry(kept.subject().policy());
        Terms own = kept.change().appliedTo(entry.unscaled.forAll(), Origin.TENANT);
        // A later change for all can make it one that nobody can count; then what holds for all holds for it.
        if (PolicyRules.flaw(entry.unscaled.policy(), own.limit()).isEmpty()) {
            entry.byTenant.put(tenant, own.scaled(percent));
        }
    }

    /** As configured, in the order of their names. */
    static PolicySnapshot of(List<ConfiguredPolicy> configured, int percent) {
        return new PolicySnapshot(List.copyOf(configured), List.of(), percent);
    }

    /** The same policies with other changes, each of them of a policy that there is. */
    PolicySnapshot with(List<Kept> others) {
        return new PolicySnapshot(configured, List.copyOf(others), percent);
    }

    /** The same terms with another multiplier, 1..100. */
    PolicySnapshot at(int otherPercent) {
        return new PolicySnapshot(configured, changes, otherPercent);
    }

    int percent() {
        return percent;
    }

    List<Policy> all() {
        return all;
    }

    Optional<Policy> named(String name) {
        return Optional.ofNullable(entries.get(name)).map(entry -> entry.unscaled.policy());
    }

    Terms terms(Policy policy, String tenant, Plan plan) {
        Entry entry = entry(policy.name());
        Terms own = entry.byTenant.get(tenant);
        return own == null ? entry.byPlan.getOrDefault(plan, entry.forAll) : own;
    }

    Terms terms(Policy policy) {
        return entry(policy.name()).forAll;
    }

    PolicyTerms unscaled(Policy policy) {
        return entry(policy.name()).unscaled;
    }

    /** What is configured for all, whatever was changed since. */
    Terms base(Policy policy) {
        return configured.stream()
                .filter(one -> one.policy().equals(policy))
                .findFirst()
                .orElseThrow()
                .base();
    }

    private Entry entry(String policy) {
        Entry entry = entries.get(policy);
        if (entry == null) {
            throw new IllegalArgumentException("there is no policy " + policy);
        }
        return entry;
    }
}
