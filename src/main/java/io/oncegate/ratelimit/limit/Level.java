package io.oncegate.ratelimit.limit;

/** Whom a policy counts. */
public enum Level {
    /** The caller's address; IPv6 by /64. */
    IP("ip"),
    /** A tenant, whatever its clients. */
    TENANT("tenant"),
    /** A tenant's principal. */
    CLIENT("client"),
    /** A tenant on each route by itself. */
    TENANT_ROUTE("tenant-route"),
    /** A route, whoever calls it. */
    ROUTE("route"),
    /** A phone number that a tenant sends to. */
    RECIPIENT("recipient"),
    /** Whoever pays: a principal and its {@code user_id}. */
    PAYER("payer"),
    /** An account that sends webhooks. */
    WEBHOOK_SOURCE("webhook-source"),
    /** Whoever operates the service. */
    OPERATOR("operator"),
    /** Everybody together. */
    GLOBAL("global");

    private final String wire;

    Level(String wire) {
        this.wire = wire;
    }

    /** Its name in configuration, bodies and labels. */
    public String wire() {
        return wire;
    }
}
