package io.oncegate.messages;

import io.oncegate.caller.Plan;
import java.util.Locale;

/** Which messages go first. */
public enum Priority {
    HIGH,
    NORMAL,
    LOW;

    /** As the table and the API write it. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a tenant of this plan may ask for it: what everybody may call urgent is not. */
    boolean allowedFor(Plan plan) {
        return this != HIGH || plan != Plan.FREE;
    }
}
