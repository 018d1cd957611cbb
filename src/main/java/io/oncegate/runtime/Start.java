package io.oncegate.runtime;

import io.oncegate.phase.DatabaseConfig;
import io.oncegate.request.CorsConfig;
import io.oncegate.request.CorsSettings;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The first step of the start: settings that are missing or contradict each other end it, with a sentence each. The
 * order of the start is the order of the observers of {@link StartupEvent}: the settings, the database and its
 * migrations, the features; the ports open after all of them.
 */
@ApplicationScoped
class Start {

    private static final int FIRST = 1;

    private static final Logger LOG = Logger.getLogger(Start.class);

    private final GivenSettings settings;
    private final DatabaseConfig database;
    private final CorsConfig cors;
    private final FeatureSettings features;
    private final LimitSettingsCheck limits;

    Start(
            GivenSettings settings,
            DatabaseConfig database,
            CorsConfig cors,
            FeatureSettings features,
            LimitSettingsCheck limits) {
        this.settings = settings;
        this.database = database;
        this.cors = cors;
        this.features = features;
        this.limits = limits;
    }

    void checkSettings(@Observes @Priority(FIRST) StartupEvent starting) {
        settings.unknown().forEach(name -> LOG.warnf("%s is set, and this version has no setting of that name", name));
        SettingsCheck process = new SettingsCheck(settings::isGiven)
                .database(database)
                .ports(settings.ports())
                .and(CorsSettings.complaints(cors))
                .and(limits.complaints());
        List<String> faults = features.addTo(process).faults();
        if (!faults.isEmpty()) {
            throw new ConfigurationException(String.join("\n", faults));
        }
    }
}
