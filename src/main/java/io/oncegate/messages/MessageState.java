package io.oncegate.messages;

import java.util.Locale;

/**
 * The life of a message:
 *
 * <pre>
 *   READY --> CLAIMED --> SENDING --> SENT --> DELIVERED | UNDELIVERED
 *     ^          |           |
 *     +----------+           +--> REJECTED | UNKNOWN | READY (proven not sent)
 *   READY --> EXPIRED | DEAD
 * </pre>
 */
public enum MessageState {
    READY,
    CLAIMED,
    SENDING,
    SENT,
    DELIVERED,
    UNDELIVERED,
    REJECTED,
    UNKNOWN,
    EXPIRED,
    DEAD;

    /** As the table writes it. */
    public String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state that the table writes so. */
    public static MessageState of(String stored) {
        return valueOf(stored.toUpperCase(Locale.ROOT));
    }

    /** As the API writes it: whose turn a waiting message is, is nobody's business. */
    String told() {
        return this == READY || this == CLAIMED ? "queued" : stored();
    }
}
