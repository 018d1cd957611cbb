package io.oncegate.ratelimit.redis;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import jakarta.inject.Singleton;

/**
 * Leaves out what the client counts of its pools and connections: it does so anew, and for good, for each client that is
 * made, and one is made for each connection. {@link StoreMetrics} has what is worth knowing of them.
 */
@Singleton
class ClientMeters implements MeterFilter {

    /** Of connections, and what the names of their meters begin with. */
    static final String CONNECTIONS = "redis.connection";

    private static final String POOLS = "redis.pool.";

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        boolean isTheClients = id.getName().startsWith(POOLS) || id.getName().startsWith(CONNECTIONS + ".");
        return isTheClients ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }
}
