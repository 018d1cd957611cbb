package io.oncegate.ops;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** Started: the database has the schema that this version needs. */
@Startup
@ApplicationScoped
class Migrated implements HealthCheck {

    private volatile boolean migrated;

    /** Migrations are the first thing that happens at the start; whoever observes it comes after them. */
    void after(@Observes StartupEvent migrations) {
        migrated = true;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("migrated").status(migrated).build();
    }
}
