package io.oncegate.caller.tenants;

import java.util.Arrays;
import java.util.Optional;

/** Whether a tenant's keys are taken. */
public enum TenantStatus {
    ACTIVE("active"),
    SUSPENDED("suspended");

    private final String wire;

    TenantStatus(String wire) {
        this.wire = wire;
    }

    /** Its name in bodies and tables. */
    public String wire() {
        return wire;
    }

    /** The status of that name, if there is one. */
    public static Optional<TenantStatus> of(String wire) {
        return Arrays.stream(values())
                .filter(status -> status.wire.equals(wire))
                .findFirst();
    }
}
