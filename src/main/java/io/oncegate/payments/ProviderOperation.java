package io.oncegate.payments;

import java.util.Locale;

/** What a request to a provider does there. */
public enum ProviderOperation {
    /** Makes a payment that does not move money yet. */
    CREATE,
    /** Moves the money of a payment that was created. */
    CONFIRM,
    /** Makes a payment and moves its money at once. */
    CHARGE,
    /** Reads a payment by the provider's id. */
    STATUS,
    /** Reads a payment by our reference. */
    LOOK_UP,
    /** Makes sure that a payment will never move money. */
    CANCEL;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As tables and labels write it. */
    public String wire() {
        return wire;
    }

    /** The operation that is written so. */
    public static ProviderOperation of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
