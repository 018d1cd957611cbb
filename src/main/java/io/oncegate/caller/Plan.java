package io.oncegate.caller;

import java.util.Arrays;
import java.util.Optional;

/** What a tenant has agreed to; limits, weights and priorities hang on it. */
public enum Plan {
    FREE("free"),
    STANDARD("standard"),
    VIP("vip");

    private final String wire;

    Plan(String wire) {
        this.wire = wire;
    }

    /** Its name in bodies, configuration and tables. */
    public String wire() {
        return wire;
    }

    /** The plan of that name, if there is one. */
    public static Optional<Plan> of(String wire) {
        return Arrays.stream(values()).filter(plan -> plan.wire.equals(wire)).findFirst();
    }
}
