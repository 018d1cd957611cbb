package io.oncegate.phase;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * Leaves out what the client shows of its connections at a moment: each connection brings the same gauges, so that they
 * would be those of the first alone. The pool's own tell of all.
 */
@Singleton
class ConnectionMeters implements MeterFilter {

    private static final Set<String> OF_ONE = Set.of("postgresql.queue.size", "postgresql.current");

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return OF_ONE.contains(id.getName()) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }
}
