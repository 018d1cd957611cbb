package io.oncegate.phase;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
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
 * Looks at PostgreSQL when the service starts and brings it to the schema that this version needs. Comes after the check
 * of the settings and before every other observer of the {@link StartupEvent}, which therefore finds a migrated
 * database. What cannot work ends the start with a sentence each.
 */
@ApplicationScoped
class DatabaseStart {

    /** After the settings (1), before observers that do not say when they want to be called (2500). */
    private static final int SECOND = 2;

    private static final Logger LOG = Logger.getLogger(DatabaseStart.class);

    private final PostgresCheck check;
    private final Instance<DataSource> dataSource;
    private final Instance<Flyway> flyway;

    DatabaseStart(DatabaseConfig config, Instance<DataSource> dataSource, Instance<Flyway> flyway) {
        this.check = new PostgresCheck(config);
        this.dataSource = dataSource;
        this.flyway = flyway;
    }

    void prepare(@Observes @Priority(SECOND) StartupEvent starting) {
        look();
        migrate();
    }

    private void look() {
        try (Connection connection = dataSource.get().getConnection()) {
            PostgresFacts facts = PostgresFacts.of(connection);
            List<String> refusals = check.refusals(facts);
            if (!refusals.isEmpty()) {
                throw new ConfigurationException(String.join("\n", refusals));
            }
            check.warnings(facts).forEach(LOG::warn);
        } catch (SQLException e) {
            LOG.debug("PostgreSQL cannot be used", e);
            throw new ConfigurationException(check.refusal(e));
        }
    }

    private void migrate() {
        try {
            flyway.get().migrate();
        } catch (FlywayException e) {
            LOG.debug("the migrations failed", e);
            throw new ConfigurationException(check.refusal(e));
        }
    }
}
