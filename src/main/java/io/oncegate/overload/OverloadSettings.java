package io.oncegate.overload;

import io.oncegate.phase.DatabaseConfig;
import io.oncegate.request.Routes;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Checks of settings on overload that need more than a value's own range. */
@ApplicationScoped
public class OverloadSettings {

    private static final Logger LOG = Logger.getLogger(OverloadSettings.class);

    private static final String PREFIX = "oncegate.overload.";
    private static final String CRITICAL = PREFIX + "classes.critical";
    private static final String LOW = PREFIX + "classes.low";
    private static final String OPERATORS = "/admin/";
    private static final Duration SHORTEST_DWELL = Duration.ofSeconds(1);
    private static final Duration LONGEST_DWELL = Duration.ofDays(1);

    private final OverloadConfig config;
    private final DatabaseConfig database;
    private final Set<String> routes;

    OverloadSettings(OverloadConfig config, DatabaseConfig database, Routes routes) {
        this.config = config;
        this.database = database;
        this.routes = routes.labels();
    }

    /**
     * A sentence for each reason not to start. A route that this version does not have is told and no more: two versions
     * share their settings while a deployment rolls.
     */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        permits(complaints);
        classes(complaints);
        for (Profile each : Profile.values()) {
            String setting = PREFIX + "profiles." + each.wire() + ".disabled-routes";
            routes(
                    complaints,
                    setting,
                    ProfileMeaning.of(each, config.profiles()).disabledRoutes());
        }
        automatic(complaints);
        return complaints;
    }

    private void permits(List<String> complaints) {
        int most = Gates.PERMITS_A_CONNECTION * database.poolSize();
        config.permits().ceiling().ifPresent(ceiling -> {
            if (ceiling < config.permits().floor() || ceiling > most) {
                complaints.add(
                        "oncegate.overload.permits.ceiling must be from oncegate.overload.permits.floor to %d for each of"
                                        .formatted(Gates.PERMITS_A_CONNECTION)
                                + " oncegate.db.pool-size, or requests that have a permit wait for a connection.");
            }
        });
    }

    private void classes(List<String> complaints) {
        Set<String> both = new HashSet<>(config.classes().critical());
        both.retainAll(config.classes().low());
        both.forEach(route -> complaints.add("%s and %s both name \"%s\".".formatted(CRITICAL, LOW, route)));
        routes(complaints, CRITICAL, config.classes().critical());
        routes(complaints, LOW, config.classes().low());
    }

    private void routes(List<String> complaints, String setting, Collection<String> named) {
        for (String route : named) {
            if (!route.matches("[A-Z]+ /.*")) {
                complaints.add("%s must name routes as \"POST /v1/orders\"; \"%s\" is none.".formatted(setting, route));
            } else if (route.contains(" " + OPERATORS)) {
                complaints.add(
                        setting + " must not name the operators' routes: whoever has to mend an overload must not"
                                + " be kept out by it.");
            } else if (!routes.contains(route)) {
                LOG.infof("%s names \"%s\", and this version has no such route", setting, route);
            }
        }
    }

    private void automatic(List<String> complaints) {
        OverloadConfig.Automatic automatic = config.automatic();
        if (automatic.betterBelow() >= automatic.worseFrom()) {
            complaints.add("oncegate.overload.automatic.better-below must be less than"
                    + " oncegate.overload.automatic.worse-from, or the profile flaps.");
        }
        Duration dwell = automatic.dwell();
        if (dwell.compareTo(SHORTEST_DWELL) < 0 || dwell.compareTo(LONGEST_DWELL) > 0) {
            complaints.add("oncegate.overload.automatic.dwell must be from 1 s to 1 day.");
        }
    }
}
