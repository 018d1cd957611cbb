package io.oncegate.runtime;

import io.oncegate.phase.DatabaseConfig;
import io.oncegate.phase.PostgresFacts;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jboss.logging.Logger;

/**
 * The start, in its order: settings are checked, PostgreSQL is asked, migrations run. It is the first to observe the
 * {@link StartupEvent}, so whoever else observes it finds a migrated database; the ports open after all of them. What
 * cannot work ends the start with a sentence each.
 */
@ApplicationScoped
class Start {

    /** Before any observer that does not say when it wants to be called. */
    static final int FIRST = 1;

    private static final Logger LOG = Logger.getLogger(Start.class);

    private final GivenSettings settings;
    private final DatabaseConfig database;
    private final FeatureSettings features;
    private final Instance<DataSource> dataSource;
    private final Instance<Flyway> flyway;

    Start(
            GivenSettings settings,
            DatabaseConfig database,
            FeatureSettings features,
            Instance<DataSource> dataSource,
            Instance<Flyway> flyway) {
        this.settings = settings;
        this.database = database;
        this.features = features;
        this.dataSource = dataSource;
        this.flyway = flyway;
    }

    void start(@Observes @Priority(FIRST) StartupEvent starting) {
        checkSettings();
        PostgresCheck postgres = new PostgresCheck(database);
        ask(postgres);
        migrate(postgres);
    }

    private void checkSettings() {
        settings.unknown().forEach(name -> LOG.warnf("%s is set, and this version has no setting of that name", name));
        SettingsCheck process =
                new SettingsCheck(settings::isGiven).database(database).ports(settings.ports());
        refuseIfAny(features.addTo(process).faults());
    }

    private void ask(PostgresCheck postgres) {
        try (Connection connection = dataSource.get().getConnection()) {
            PostgresFacts facts = PostgresFacts.of(connection);
            refuseIfAny(postgres.refusals(facts));
            postgres.warnings(facts).forEach(LOG::warn);
        } catch (SQLException e) {
            throw new StartRefusedException(List.of(postgres.refusal(e)));
        }
    }

    private void migrate(PostgresCheck postgres) {
        try {
            flyway.get().migrate();
        } catch (FlywayException e) {
            throw new StartRefusedException(List.of(postgres.refusal(e)));
        }
    }

    private static void refuseIfAny(List<String> faults) {
        if (!faults.isEmpty()) {
            throw new StartRefusedException(faults);
        }
    }
}
