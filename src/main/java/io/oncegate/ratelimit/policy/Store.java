package io.oncegate.ratelimit.policy;

/** Where a policy's buckets are. */
public enum Store {
    /** In Redis: exact over all instances, one round trip. */
    SHARED("shared"),
    /** In Redis, from where each instance takes tokens ahead of use: for keys that every request would hit. */
    LEASED("leased"),
    /** In each instance by itself. */
    LOCAL("local");

    private final String wire;

    Store(String wire) {
        this.wire = wire;
    }

    /** Its name in configuration, bodies and labels. */
    public String wire() {
        return wire;
    }
}
