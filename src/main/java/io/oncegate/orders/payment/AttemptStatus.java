package io.oncegate.orders.payment;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The life of one attempt to move an order's money.
 *
 * <pre>
 *   PREPARED &lt;--not sent-- SENDING --lease over, or no whole answer--> UNKNOWN &lt;--> PENDING, ACTION_REQUIRED
 *      \____________________/ |                                           |
 *                             +---------> SUCCEEDED | DECLINED | REJECTED | NOT_EXECUTED | REVIEW
 * </pre>
 *
 * An ended attempt changes once more at most: into REVIEW, when money turns out to have moved after all. That its money
 * was given back is a reason, not a status.
 */
public enum AttemptStatus {
    /** Fixed and stored; not a byte has left. */
    PREPARED,
    /** On its way, by a worker whose lease runs. */
    SENDING,
    /** It may have happened. */
    UNKNOWN,
    /** The provider works on it, and says so. */
    PENDING,
    /** The provider waits for the payer. */
    ACTION_REQUIRED,
    SUCCEEDED,
    DECLINED,
    REJECTED,
    /** Proven to have moved no money, now and later. */
    NOT_EXECUTED,
    /** An operator decides. */
    REVIEW;

    /** Those of an attempt whose outcome is not known. */
    public static final Set<AttemptStatus> OPEN = Collections.unmodifiableSet(EnumSet.range(PREPARED, ACTION_REQUIRED));

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As the table and the API write it. */
    public String wire() {
        return wire;
    }

    /** The status that is written so. */
    public static AttemptStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
