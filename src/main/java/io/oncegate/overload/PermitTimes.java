package io.oncegate.overload;

import io.oncegate.phase.StatementWatch;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Learns from the time that PostgreSQL takes for tenants' requests: no provider's time, none of work in the background,
 * and no waiting of our own. A statement keeps its request's permit until PostgreSQL is done with it, though the request
 * may have been answered long before.
 */
@ApplicationScoped
class PermitTimes implements StatementWatch {

    private static final Runnable NOBODY = () -> {};

    private final Gates gates;

    PermitTimes(Gates gates) {
        this.gates = gates;
    }

    @Override
    public Runnable left() {
        Optional<Permit> permit = Visit.current().flatMap(Visit::permit);
        if (permit.isEmpty()) {
            return NOBODY;
        }
        permit.get().begin();
        long start = System.nanoTime();
        return () -> {
            gates.learn(start, System.nanoTime() - start);
            permit.get().end();
        };
    }
}
