package io.oncegate.ratelimit;

import io.oncegate.caller.Caller;
import io.oncegate.caller.Identity;
import io.oncegate.caller.Scope;
import io.oncegate.ratelimit.decision.SoftShare;
import io.oncegate.ratelimit.decision.SubjectHash;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Terms;
import io.oncegate.ratelimit.store.BucketKey;
import io.oncegate.request.Routes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which policies count a request, whom they count, and how much. Thread-safe. */
@ApplicationScoped
class Charges {

    /** What a request pays before its body is read. */
    private static final Set<Level> AT_THE_DOOR =
            EnumSet.of(Level.GLOBAL, Level.ROUTE, Level.OPERATOR, Level.TENANT, Level.CLIENT, Level.TENANT_ROUTE);

    /** For buckets that count all routes together. */
    private static final Route ANYWHERE = Route.of("* *");

    private final Policies policies;
    private final List<Route> routes;
    private final Map<Route, List<Policy>> counting = new ConcurrentHashMap<>();

    Charges(Policies policies, Routes routes) {
        this.policies = policies;
        this.routes = routes.labels().stream().map(Route::of).toList();
    }

    /**
     * A bucket to look into.
     *
     * @param route what it counts by itself
     */
    record Look(Optional<String> route, LevelCharge charge) {}

    /** What a request pays by who sent it and where to. */
    List<LevelCharge> atTheDoor(Identity identity, Route route) {
        List<Policy> all = counting(route);
        List<LevelCharge> charges = new ArrayList<>(all.size());
        for (Policy policy : all) {
            if (AT_THE_DOOR.contains(policy.level()) && concerns(policy, identity, route)) {
                charges.add(charge(policy, identity, route, 1));
            }
        }
        return charges;
    }

    /** What a replay pays. */
    List<LevelCharge> replay(Caller caller, Route route) {
        return policies.named(Policy.REPLAY)
                .map(policy -> List.of(charge(policy, caller, route, 1)))
                .orElse(List.of());
    }

    /** What a request's body costs. */
    List<LevelCharge> further(Caller caller, Route route, List<Further> further) {
        List<LevelCharge> charges = new ArrayList<>();
        for (Further one : further) {
            for (Policy policy : counting(route)) {
                if (one.cost() > 0 && policy.level() == one.level()) {
                    charges.add(charge(policy, caller, route, one, paidAtTheDoor(policy)));
                }
            }
        }
        return charges;
    }

    /** The caller's own limits, to be looked at: a charge of nothing to each. */
    List<Look> looks(Identity identity) {
        List<Look> looks = new ArrayList<>();
        for (Policy policy : policies.all()) {
            if (policy.level() == Level.TENANT_ROUTE && identity instanceof Caller) {
                routes.stream()
                        .filter(route -> policy.counts(route.method(), route.path()))
                        .forEach(route ->
                                looks.add(new Look(Optional.of(route.label()), charge(policy, identity, route, 0))));
            } else if (isOwn(policy, identity)) {
                looks.add(new Look(Optional.empty(), charge(policy, identity, ANYWHERE, 0)));
            }
        }
        return looks;
    }

    private static boolean isOwn(Policy policy, Identity identity) {
        return switch (policy.level()) {
            case TENANT, CLIENT -> identity instanceof Caller;
            case OPERATOR -> identity.scopes().contains(Scope.OPERATOR);
            default -> false;
        };
    }

    private List<Policy> counting(Route route) {
        return counting.computeIfAbsent(
                route,
                present -> policies.all().stream()
                        .filter(policy -> !policy.name().equals(Policy.REPLAY))
                        .filter(policy -> policy.counts(present.method(), present.path()))
                        .toList());
    }

    private static boolean concerns(Policy policy, Identity identity, Route route) {
        return switch (policy.level()) {
            case OPERATOR -> route.isForOperators();
            case TENANT, CLIENT, TENANT_ROUTE -> identity instanceof Caller;
            // Whoever has to mend an overload must not be kept out by it.
            default -> !route.isForOperators();
        };
    }

    private static long paidAtTheDoor(Policy policy) {
        return AT_THE_DOOR.contains(policy.level()) ? 1 : 0;
    }

    private LevelCharge charge(Policy policy, Identity identity, Route route, long cost) {
        return charge(policy, identity, route, new Further(policy.level(), "", cost), 0);
    }

    private LevelCharge charge(Policy policy, Identity identity, Route route, Further asked, long paid) {
        Terms terms = policy.withinATenant() && identity instanceof Caller caller
                ? policies.terms(policy, caller.tenant(), caller.plan())
                : policies.terms(policy);
        String key = key(policy, identity, route, asked.subject());
        boolean enforced = SoftShare.enforces(terms.mode(), policy.softPercent(), key);
        return new LevelCharge(policy, terms, key, asked.cost(), paid, enforced);
    }

    private static String key(Policy policy, Identity identity, Route route, String subject) {
        return identity.match(
                caller -> policy.withinATenant() || policy.level() == Level.OPERATOR
                        ? keyWithin(caller, policy, route, subject)
                        : keyOfAll(policy, route),
                operator -> policy.level() == Level.OPERATOR
                        ? BucketKey.withoutTenant(policy.name(), operator.name())
                        : keyOfAll(policy, route));
    }

    private static String keyOfAll(Policy policy, Route route) {
        return BucketKey.withoutTenant(policy.name(), policy.level() == Level.ROUTE ? route.label() : "all");
    }

    private static String keyWithin(Caller caller, Policy policy, Route route, String subject) {
        String tenant = caller.tenant();
        String name = policy.name();
        return switch (policy.level()) {
            case CLIENT, OPERATOR -> BucketKey.ofTenant(tenant, name, caller.principal());
            case TENANT_ROUTE -> BucketKey.ofTenantOnRoute(tenant, name, tenant, route.label());
            case RECIPIENT, PAYER -> BucketKey.ofTenant(tenant, name, SubjectHash.of(tenant + "\n" + subject));
            default -> BucketKey.ofTenant(tenant, name, tenant);
        };
    }
}
