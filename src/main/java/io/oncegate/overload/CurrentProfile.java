package io.oncegate.overload;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.overload.ProfileStore.Active;
import io.oncegate.ratelimit.policy.Multiplier;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The profile that the service is in, and what it means for limits. Looks every second; while PostgreSQL does not
 * answer, the last one goes on to hold. Safe for use by any thread.
 */
@ApplicationScoped
public class CurrentProfile implements Multiplier {

    /** With its spread of a fifth, a change is felt within two seconds. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    private static final Active UNKNOWN = new Active(Profile.NORMAL, -1, "");

    private final Map<Profile, ProfileMeaning> meanings = new EnumMap<>(Profile.class);
    private final ProfileStore store;

    private volatile Active active = UNKNOWN;

    CurrentProfile(OverloadConfig config, ProfileStore store, MeterRegistry registry) {
        this.store = store;
        for (Profile each : Profile.values()) {
            meanings.put(each, ProfileMeaning.of(each, config.profiles()));
        }
        registry.gauge("oncegate.profile", this, current -> current.profile().severity());
    }

    /** Waits, as every step of the start does: an instance that starts in an emergency knows it. */
    void begin(@Observes StartupEvent migrated, Background background) {
        refresh().subscribeAsCompletionStage().join();
        background.every(INTERVAL, "profile", this::refresh);
    }

    Uni<Counts> refresh() {
        return store.active(Deadline.in(STATEMENT_LIMIT)).invoke(this::take).replaceWith(Counts.NOTHING);
    }

    /** The one that holds. */
    public Profile profile() {
        return active.profile();
    }

    /** Changes it: here when the result arrives, everywhere within two seconds. */
    public Uni<Profile> change(Profile wanted, Stamp stamp, Deadline deadline) {
        return store.change(wanted, stamp, deadline).invoke(this::take).map(Active::profile);
    }

    /** The one that holds, and who wanted it. */
    Active active() {
        return active;
    }

    /** The same, unless another change has come after {@code seen}. */
    Uni<Profile> changeFrom(Active seen, Profile wanted, Stamp stamp, Deadline deadline) {
        return store.changeFrom(seen, wanted, stamp, deadline)
                .invoke(this::take)
                .map(Active::profile);
    }

    @Override
    public int percent() {
        return meaning().multiplierPercent();
    }

    /** How much of the queue is used, in percent. */
    int queuePercent() {
        return meaning().queuePercent();
    }

    /** Whether requests to a route, {@code POST /v1/orders}, are refused. */
    boolean disables(String route) {
        return meaning().disabledRoutes().contains(route);
    }

    private ProfileMeaning meaning() {
        return Objects.requireNonNull(meanings.get(active.profile()));
    }

    /** An answer that was overtaken by a newer one is none. */
    private synchronized void take(Active seen) {
        if (seen.revision() > active.revision()) {
            active = seen;
        }
    }
}
