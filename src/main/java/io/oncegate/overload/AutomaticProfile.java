package io.oncegate.overload;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.overload.ProfileStore.Active;
import io.oncegate.overload.queue.Gate;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Switches the profile by how full this instance's queue is, where an operator has allowed that. What an operator has
 * switched to is made worse when it must be, and never better.
 */
@ApplicationScoped
class AutomaticProfile {

    /** As the audit names it. */
    private static final String ACTOR = "automatic";

    private static final Logger LOG = Logger.getLogger(AutomaticProfile.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);
    private static final double PERCENT = 100;

    private final OverloadConfig.Automatic config;
    private final CurrentProfile profile;
    private final Gates gates;
    private final Ids ids;
    private final Clock clock;

    AutomaticProfile(OverloadConfig config, CurrentProfile profile, Gates gates, Ids ids, Clock clock) {
        this.config = config.automatic();
        this.profile = profile;
        this.gates = gates;
        this.ids = ids;
        this.clock = clock;
    }

    void begin(@Observes StartupEvent started, Background background) {
        if (config.enabled()) {
            ProfileSwitch decides = new ProfileSwitch(
                    config.worseFrom() / PERCENT, config.betterBelow() / PERCENT, config.dwell(), System::nanoTime);
            background.every(INTERVAL, "automatic-profile", () -> look(decides));
        }
    }

    private Uni<Counts> look(ProfileSwitch decides) {
        Active seen = profile.active();
        Optional<Profile> wanted = decides.look(seen.profile(), seen.changedBy().equals(ACTOR), fill());
        return wanted.map(other -> change(seen, other))
                .orElseGet(() -> Uni.createFrom().item(Counts.NOTHING));
    }

    private Uni<Counts> change(Active seen, Profile wanted) {
        LOG.warnf("the profile is switched from=%s to=%s", seen.profile().wire(), wanted.wire());
        Stamp stamp = new Stamp(ids.ulid(), ACTOR, clock.instant().truncatedTo(ChronoUnit.MICROS));
        return profile.changeFrom(seen, wanted, stamp, Deadline.in(STATEMENT_LIMIT))
                .replaceWith(Counts.NOTHING);
    }

    /** Of the classes that callers wait for; what can be done later may wait. */
    private double fill() {
        Gate tenants = gates.tenants();
        return Math.max(tenants.fill(ServiceClass.CRITICAL), tenants.fill(ServiceClass.NORMAL));
    }
}
