package io.oncegate.orders;

import java.util.Locale;

/**
 * What is known of an order's payment.
 *
 * <pre>
 *   NEW --> PENDING --> ACTION_REQUIRED --> AUTHORIZED --> PAID --> REFUNDED
 *    \________\_____________\__________________\_______--> FAILED | REVIEW --> PAID | FAILED | REFUNDED (an operator,
 *                                                         or the provider, where nobody could be asked)
 * </pre>
 */
public enum PaymentStatus {
    NEW,
    /** The provider works on it, or it is not known whether it does. */
    PENDING,
    /** The payer has to do something. */
    ACTION_REQUIRED,
    AUTHORIZED,
    PAID,
    REFUNDED,
    /** It moved no money, for good. */
    FAILED,
    /** An operator decides. */
    REVIEW;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As the table and the API write it. */
    public String wire() {
        return wire;
    }

    /** The status that is written so. */
    public static PaymentStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
