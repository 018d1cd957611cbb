package io.oncegate.scenario;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;

/**
 * An instance that reaches PostgreSQL through a network that fails on demand, which scenarios share: each brings a
 * tenant of its own, and leaves the network as it was. The instance remembers no answers and cleans nothing away, so
 * that whatever it says it has read.
 *
 * @param database past the network
 */
record Proxied(Database database, FaultProxy network, ServiceProcess service) {

    /** Few, so that a scenario can hold them all. */
    static final int CONNECTIONS = 4;

    static Proxied shared() {
        return Shared.PROXIED;
    }

    Tenant newTenant() {
        return Tenant.at(service, database);
    }

    private static Proxied start() {
        var database = TestServers.shared().freshDatabase();
        var network = FaultProxy.to(database.host(), database.port());
        var service = ServiceLaunch.on(database.through(FaultProxy.host(), network.port()))
                .with("ONCEGATE_DB_POOL_SIZE", String.valueOf(CONNECTIONS))
                .with("ONCEGATE_IDEMPOTENCY_CACHE_BYTES", "0")
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1h")
                .start();
        return new Proxied(database, network, service);
    }

    /** Holds it from the first use on. */
    private static final class Shared {
        static final Proxied PROXIED = start();
    }
}
