package io.oncegate.ops;

import io.oncegate.phase.StorageState;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready: PostgreSQL has been reached once, and the instance is not leaving. PostgreSQL away later is a detail only: it
 * is away for every instance, and taking all of them out would turn refusals that say when to come back into silence.
 */
@Readiness
@ApplicationScoped
class Ready implements HealthCheck {

    private final StorageState storage;
    private final Draining draining;

    Ready(StorageState storage, Draining draining) {
        this.storage = storage;
        this.draining = draining;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("service")
                .status(storage.connectedOnce() && !draining.begun())
                .withData("storage", storage.answering() ? "ok" : "degraded")
                .withData("draining", draining.begun())
                .build();
    }
}
