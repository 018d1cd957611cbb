package io.oncegate.overload;

import io.oncegate.overload.permits.AdaptiveLimit;
import io.oncegate.overload.queue.Bounds;
import io.oncegate.overload.queue.Gate;
import io.oncegate.phase.DatabaseConfig;
import jakarta.enterprise.context.ApplicationScoped;

/** The two gates of an instance: one for all tenants, and one for operators, whom no load keeps out. Thread-safe. */
@ApplicationScoped
class Gates {

    /** Requests that share one connection by turns and by leaving together: more of them would only wait behind the gate. */
    static final int PERMITS_A_CONNECTION = 3;

    private final AdaptiveLimit limit;
    private final Gate tenants;
    private final Gate operators;

    Gates(OverloadConfig config, DatabaseConfig database, CurrentProfile profile) {
        int ceiling = ceiling(config, database);
        this.limit = new AdaptiveLimit(Math.min(config.permits().floor(), ceiling), ceiling);
        OverloadConfig.Queue queue = config.queue();
        Bounds bounds = new Bounds(queue.critical(), queue.normal(), queue.low(), queue.perTenant());
        this.tenants = new Gate(limit::permits, () -> bounds.percent(profile.queuePercent()), System::nanoTime);
        int calls = config.operators().queue();
        Bounds ofOperators = new Bounds(calls, calls, calls, calls);
        int permits = config.operators().permits();
        this.operators = new Gate(() -> permits, () -> ofOperators, System::nanoTime);
    }

    private static int ceiling(OverloadConfig config, DatabaseConfig database) {
        return config.permits().ceiling().orElse(PERMITS_A_CONNECTION * database.poolSize());
    }

    Gate tenants() {
        return tenants;
    }

    Gate operators() {
        return operators;
    }

    /** Permits for tenants that there are now. */
    int permits() {
        return limit.permits();
    }

    /** A statement of a tenant's request has ended. */
    void learn(long startNanos, long tookNanos) {
        int before = limit.permits();
        limit.learn(startNanos, tookNanos, tenants.inUse());
        if (limit.permits() > before) {
            tenants.letInWhoeverMay();
        }
    }
}
