package io.oncegate.ratelimit.policy;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.caller.Plan;
import io.oncegate.ratelimit.instances.LiveInstances;
import io.oncegate.ratelimit.policy.LimitStore.Kept;
import io.oncegate.ratelimit.policy.LimitStore.Subject;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The policies with what operators have changed. Looks every second whether there is another revision of that, and reads
 * it only then; while PostgreSQL does not answer, what was known last goes on to hold.
 */
@ApplicationScoped
public class CurrentPolicies implements Policies {

    private static final Logger LOG = Logger.getLogger(CurrentPolicies.class);

    /** With its spread of a fifth and the reading itself, a change is felt within two seconds. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Duration READING_LIMIT = Duration.ofSeconds(10);
    private static final int PAGE = 1000;
    private static final long NOT_READ = -1;

    private final LimitStore store;
    private final Multiplier multiplier;
    private final LiveInstances instances;

    private long readRevision = NOT_READ;
    private volatile PolicySnapshot snapshot;

    CurrentPolicies(RateLimitConfig config, LimitStore store, Multiplier multiplier, LiveInstances instances) {
        this.store = store;
        this.multiplier = multiplier;
        this.instances = instances;
        this.snapshot = PolicySnapshot.of(ConfiguredPolicy.in(config), multiplier.percent());
    }

    /** Waits, as every step of the start does: no request may meet a limit that an operator has lowered. */
    void begin(@Observes StartupEvent migrated, Background background) {
        refresh(Deadline.in(READING_LIMIT)).subscribeAsCompletionStage().join();
        background.every(
                INTERVAL,
                "limits",
                () -> refresh(Deadline.in(READING_LIMIT)).map(changed -> Counts.of("read", changed ? 1 : 0)));
    }

    /** Reads what operators have changed, if they have since the last time; true if so. */
    Uni<Boolean> refresh(Deadline deadline) {
        return store.revision(deadline)
                .chain(revision -> isRead(revision)
                        ? Uni.createFrom().item(false)
                        : changes(Subject.FIRST, new ArrayList<>(), deadline).map(changes -> take(revision, changes)));
    }

    /** A change that comes while the pages are read may be in them or not: it has a revision of its own. */
    private Uni<List<Kept>> changes(Subject after, List<Kept> before, Deadline deadline) {
        return store.following(after, PAGE, deadline).chain(page -> {
            before.addAll(page);
            return page.size() < PAGE
                    ? Uni.createFrom().item(before)
                    : changes(page.get(PAGE - 1).subject(), before, deadline);
        });
    }

    private synchronized boolean isRead(long revision) {
        return revision <= readRevision;
    }

    /** Of two readings that overlap, the one that began with the older revision is dropped if it ends last. */
    private synchronized boolean take(long revision, List<Kept> changes) {
        if (revision <= readRevision) {
            return false;
        }
        List<Kept> usable = changes.stream().filter(this::isUsable).toList();
        if (usable.size() < changes.size()) {
            LOG.warnf(
                    "changes of limits are ignored that this configuration cannot have number=%d",
                    changes.size() - usable.size());
        }
        snapshot = snapshot.with(usable);
        readRevision = revision;
        return true;
    }

    /** What was right when it was changed may be wrong for the configuration of another version. */
    private boolean isUsable(Kept kept) {
        Optional<Policy> policy = snapshot.named(kept.subject().policy());
        return policy.isPresent()
                && (kept.subject().tenant().isEmpty() || policy.get().withinATenant())
                && flaw(policy.get(), kept.change()).isEmpty();
    }

    /** Why the policy cannot have this change, if so. */
    Optional<PolicyRules.Flaw> flaw(Policy policy, LimitChange change) {
        Terms changed = change.appliedTo(snapshot.base(policy), Terms.Origin.OPERATOR);
        return PolicyRules.flaw(policy, changed.limit());
    }

    /** Why a tenant cannot have this change, if so: what it does not say is as for all. */
    Optional<PolicyRules.Flaw> flawOfTenant(Policy policy, LimitChange change) {
        Terms changed = change.appliedTo(snapshot.unscaled(policy).forAll(), Terms.Origin.TENANT);
        return PolicyRules.flaw(policy, changed.limit());
    }

    /** Whether the change says what is configured for all. */
    boolean isConfigured(Policy policy, LimitChange change) {
        Terms base = snapshot.base(policy);
        return change.appliedTo(base, base.source()).equals(base);
    }

    /** What the policy allows before the multiplier. */
    public PolicyTerms unscaled(Policy policy) {
        return snapshot.unscaled(policy);
    }

    @Override
    public List<Policy> all() {
        return snapshot.all();
    }

    @Override
    public Optional<Policy> named(String name) {
        return snapshot.named(name);
    }

    @Override
    public Terms terms(Policy policy, String tenant, Plan plan) {
        return current().terms(policy, tenant, plan);
    }

    @Override
    public Terms terms(Policy policy) {
        return current().terms(policy);
    }

    @Override
    public int instances() {
        return instances.count();
    }

    private PolicySnapshot current() {
        PolicySnapshot now = snapshot;
        return now.percent() == multiplier.percent() ? now : rescaled();
    }

    private synchronized PolicySnapshot rescaled() {
        int percent = multiplier.percent();
        if (snapshot.percent() != percent) {
            snapshot = snapshot.at(percent);
        }
        return snapshot;
    }
}
