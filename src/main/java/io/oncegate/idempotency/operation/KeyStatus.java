package io.oncegate.idempotency.operation;

import java.util.Locale;

/**
 * The life of a key:
 *
 * <pre>
 *   (absent) --claim--> IN_PROGRESS --record--> SUCCEEDED | FAILED_FINAL --expiry--> (absent)
 * </pre>
 *
 * A one-phase operation claims and records in one statement, so nobody ever sees it in progress.
 */
public enum KeyStatus {
    IN_PROGRESS,
    /** Finished with a 2xx. */
    SUCCEEDED,
    /** Finished with a definite refusal. */
    FAILED_FINAL;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As the table and the API write it. */
    public String wire() {
        return wire;
    }

    /** The status that is written so. */
    public static KeyStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
