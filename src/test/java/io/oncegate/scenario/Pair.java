package io.oncegate.scenario;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;

/** Two instances on one database, which scenarios share: each brings a tenant of its own. */
record Pair(Database database, ServiceProcess one, ServiceProcess other) {

    static Pair shared() {
        return Shared.PAIR;
    }

    /** How a further instance beside the two is started. */
    ServiceLaunch launch() {
        return launch(database);
    }

    Tenant newTenant() {
        return Tenant.at(one, database);
    }

    private static ServiceLaunch launch(Database database) {
        return ServiceLaunch.on(database)
                // Nobody balances load there.
                .with("ONCEGATE_DRAIN_DELAY", "0s")
                // Soon enough for a test to wait for it.
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1s");
    }

    private static Pair start() {
        var database = TestServers.shared().freshDatabase();
        return new Pair(database, launch(database).start(), launch(database).start());
    }

    /** Holds them from the first use on. */
    private static final class Shared {
        static final Pair PAIR = start();
    }
}
