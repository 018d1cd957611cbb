package io.oncegate.webhooks;

import java.util.Arrays;
import java.util.Locale;

/**
 * How a stored webhook stands.
 *
 * <pre>
 *   received --recorded--> applied
 *      |  \--says nothing new, or nothing that matters--> ignored
 *      |  \--unreadable, or a fault again and again--> failed
 *      +--about something unknown--> parked --becomes known--> applied, ignored
 *                                       \--for too long--> parked, left to an operator
 *
 *   parked, failed --an operator replays it--> received
 * </pre>
 */
public enum EventStatus {
    /** It is to be applied. */
    RECEIVED,
    /** What it says is recorded. */
    APPLIED,
    /** There was nothing to record. */
    IGNORED,
    /** It is about something that is not known here: it is tried again for a while. */
    PARKED,
    /** It cannot be applied. */
    FAILED;

    /** Its name in bodies and tables. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of that name. */
    public static EventStatus of(String wire) {
        return Arrays.stream(values())
                .filter(one -> one.wire().equals(wire))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no status of a webhook: " + wire));
    }
}
