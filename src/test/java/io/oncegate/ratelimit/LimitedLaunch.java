package io.oncegate.ratelimit;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import java.util.Locale;

/**
 * A start with the limits that ship, but for those by address, which would count all tests together. However slow the
 * machine is, Redis decides: a test that wants it away takes it away.
 */
final class LimitedLaunch {

    private final ServiceLaunch launch;

    private LimitedLaunch(ServiceLaunch launch) {
        this.launch = launch;
    }

    static LimitedLaunch on(Database database) {
        return new LimitedLaunch(ServiceLaunch.on(database).withShippedLimits())
                .limit("address", 1_000_000, "1000000/s")
                .with("ONCEGATE_RATE_LIMIT_TIMEOUT", "1s")
                .with("ONCEGATE_RATE_LIMIT_BREAKER_CALLS", "1000000")
                // It keeps the answers that it knows, and looks for nothing to clean away.
                .with("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1h");
    }

    LimitedLaunch with(String variable, String value) {
        var unused = launch.with(variable, value);
        return this;
    }

    /** Another limit of a policy that ships. */
    LimitedLaunch limit(String policy, long capacity, String refill) {
        return with(variable(policy, "CAPACITY"), String.valueOf(capacity)).with(variable(policy, "REFILL"), refill);
    }

    /** A policy that counts in the instance, in whatever store it is otherwise. */
    LimitedLaunch local(String policy) {
        return with(variable(policy, "STORE"), "local");
    }

    /** One more policy. */
    LimitedLaunch policy(String name, String level, String routes, long capacity, String refill) {
        return set(name, "level", level)
                .set(name, "routes", routes)
                .set(name, "capacity", String.valueOf(capacity))
                .set(name, "refill", refill);
    }

    LimitedLaunch set(String policy, String member, String value) {
        var unused = launch.withProperty("oncegate.rate-limit.policies." + policy + "." + member, value);
        return this;
    }

    ServiceLaunch launch() {
        return launch;
    }

    private static String variable(String policy, String member) {
        return "ONCEGATE_RATE_LIMIT_POLICIES_" + policy.toUpperCase(Locale.ROOT) + "_" + member;
    }
}
