package io.oncegate.overload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the service is doing, from an operator's point of view; the worse, the less it grants. */
public enum Profile {
    /** As usual. */
    NORMAL(0),
    /** Something is slower or smaller than usual. */
    DEGRADED(1),
    /** Only what must be. */
    EMERGENCY(2);

    private final int severity;

    Profile(int severity) {
        this.severity = severity;
    }

    /** From 0, as usual, to 2. */
    int severity() {
        return severity;
    }

    /** Its name in configuration, bodies and tables. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The profile of that name, if there is one. */
    public static Optional<Profile> of(String wire) {
        return Arrays.stream(values()).filter(one -> one.wire().equals(wire)).findFirst();
    }
}
