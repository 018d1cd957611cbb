package io.oncegate.ratelimit.policy;

import io.oncegate.ratelimit.limit.Level;
import java.util.EnumSet;
import java.util.Set;

/**
 * What of a policy only a restart changes.
 *
 * @param name as in {@code oncegate.rate-limit.policies.<name>}
 * @param routes templates such as {@code /v1/orders/{order_id}}, with a method before it where it matters; empty for all
 * @param softPercent share of the subjects for which {@link io.oncegate.ratelimit.limit.Mode#SOFT} refuses, 0..100
 */
public record Policy(String name, Level level, Set<String> routes, Store store, int softPercent) {

    /** The one that a replay pays, in the place of all that a first request pays. It is counted in process. */
    public static final String REPLAY = "replay";

    private static final Set<Level> WITHIN_A_TENANT =
            EnumSet.of(Level.TENANT, Level.CLIENT, Level.TENANT_ROUTE, Level.RECIPIENT, Level.PAYER);

    public Policy {
        routes = Set.copyOf(routes);
    }

    /** Whether it counts requests of this method to this route template. */
    public boolean counts(String method, String path) {
        return routes.isEmpty() || routes.contains(path) || routes.contains(method + " " + path);
    }

    /** Whether it counts within a tenant, so that plans and a tenant's own terms make sense. */
    public boolean withinATenant() {
        return WITHIN_A_TENANT.contains(level);
    }
}
