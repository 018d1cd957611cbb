package io.oncegate.overload;

import io.oncegate.phase.StatementWatch;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Learns from the time that PostgreSQL takes for tenants' requests: no provider's time, none of work in the background,
 * and no waiting of our own. A statement keeps its request's permit until PostgreSQL is done with it, though the request
 * may have been answered long before. Of one that was sent for several requests at once, each took its part of the time.
 */
@ApplicationScoped
class PermitTimes implements StatementWatch {

    private final Gates gates;

    PermitTimes(Gates gates) {
        this.gates = gates;
    }

    @Override
    public Optional<Sender> sender() {
        return Visit.current().flatMap(Visit::permit).map(permit -> together -> left(permit, together));
    }

    private Runnable left(Permit permit, int together) {
        permit.begin();
        long start = System.nanoTime();
        return () -> {
            gates.learn(start, (System.nanoTime() - start) / together);
            permit.end();
        };
    }
}
