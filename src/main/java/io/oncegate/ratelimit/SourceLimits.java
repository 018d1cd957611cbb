package io.oncegate.ratelimit;

import io.oncegate.caller.address.ClientAddress;
import io.oncegate.ratelimit.decision.SoftShare;
import io.oncegate.ratelimit.decision.SubjectHash;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.ratelimit.policy.Policies;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Terms;
import io.oncegate.ratelimit.store.BucketKey;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * What a source of webhooks may send: all policies of {@link Level#WEBHOOK_SOURCE}. A source that has proven who it is
 * pays in the place of its address, which it may share with others; one that proves nothing is counted at each address
 * by itself, so that nobody can spend what is another's. Thread-safe.
 */
@ApplicationScoped
public class SourceLimits {

    private static final Route ROUTE = Route.of("POST /v1/webhooks/{account}");
    private static final long COST = 1;

    private final Policies policies;
    private final RateLimits limits;
    private final AddressValve valve;

    SourceLimits(Policies policies, RateLimits limits, AddressValve valve) {
        this.policies = policies;
        this.limits = limits;
        this.valve = valve;
    }

    /** A webhook whose signature shows that it comes from {@code source}. Fails with what it is to be answered. */
    public Uni<Void> enter(RoutingContext http, String source) {
        valve.giveBack(http);
        return charge(http, source);
    }

    /** A webhook that says so, and comes from {@code address}. Fails with what it is to be answered. */
    public Uni<Void> enter(RoutingContext http, String source, ClientAddress address) {
        // The name of a source has no space, so that no two sources share a bucket.
        return charge(http, source + " " + SubjectHash.of(source + "\n" + address.subject()));
    }

    private Uni<Void> charge(RoutingContext http, String subject) {
        List<LevelCharge> charges = policies.all().stream()
                .filter(policy -> policy.level() == Level.WEBHOOK_SOURCE && policy.counts(ROUTE.method(), ROUTE.path()))
                .map(policy -> charge(policy, subject))
                .toList();
        return limits.take(RequestCharges.begin(http, ROUTE, false), charges);
    }

    private LevelCharge charge(Policy policy, String subject) {
        Terms terms = policies.terms(policy);
        String key = BucketKey.withoutTenant(policy.name(), subject);
        return new LevelCharge(
                policy, terms, key, COST, 0, SoftShare.enforces(terms.mode(), policy.softPercent(), key));
    }
}
