package io.oncegate.ratelimit.limit;

import java.util.Arrays;
import java.util.Optional;

/** How much a policy may do. A new one goes this way, from the first to the last. */
public enum Mode {
    /** It counts, and influences nothing. */
    SHADOW("shadow"),
    /** It refuses for a share of its subjects, always the same ones, and only counts the others. */
    SOFT("soft"),
    /** It refuses. */
    ENFORCE("enforce");

    private final String wire;

    Mode(String wire) {
        this.wire = wire;
    }

    /** Its name in configuration, bodies and labels. */
    public String wire() {
        return wire;
    }

    /** The one of that name, if there is one. */
    public static Optional<Mode> of(String wire) {
        return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
    }
}
