package io.oncegate.ops;

import io.oncegate.phase.StorageState;
import io.oncegate.ratelimit.store.SharedBuckets;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready: PostgreSQL has been reached once, and the instance is not leaving. PostgreSQL away later is a detail only: it
 * is away for every instance, and taking all of them out would turn refusals that say when to come back into silence.
 * So is Redis away, at the start too: shared limits are decided without it then.
 */
@Readiness
@ApplicationScoped
class Ready implements HealthCheck {

    private static final String OK = "ok";
    private static final String DEGRADED = "degraded";

    private final StorageState storage;
    private final SharedBuckets limiter;
    private final Draining draining;

    Ready(StorageState storage, SharedBuckets limiter, Draining draining) {
        this.storage = storage;
        this.limiter = limiter;
        this.draining = draining;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("service")
                .status(storage.connectedOnce() && !draining.begun())
                .withData("storage", storage.answering() ? OK : DEGRADED)
                .withData("limiter", limiter.answering() ? OK : DEGRADED)
                .withData("draining", draining.begun())
                .build();
    }
}
