package io.oncegate.ops;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive: the process answers. Nothing outside of it counts, since a restart would mend none of that. */
@Liveness
@ApplicationScoped
class Alive implements HealthCheck {

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.up("process");
    }
}
