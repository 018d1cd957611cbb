package io.oncegate.orders;

import java.util.Locale;

/**
 * What is known of an order. Only {@link #PAID} means paid.
 *
 * <pre>
 *   CREATED                                                     (no payment was asked for)
 *   PAYMENT_PENDING --> PAYMENT_ACTION_REQUIRED --> PAID | PAYMENT_FAILED
 *                   --> PAYMENT_REVIEW          --> PAID | PAYMENT_FAILED
 *                   --> PAID | PAYMENT_FAILED
 *   PAID            --> PAYMENT_FAILED                        (all of the money was given back)
 * </pre>
 */
public enum OrderStatus {
    CREATED,
    PAYMENT_PENDING,
    PAYMENT_ACTION_REQUIRED,
    PAYMENT_REVIEW,
    PAID,
    PAYMENT_FAILED;

    /** Whether the outcome of its payment is still to come. One that needs the payer was answered all the same. */
    public boolean isOpen() {
        return this == PAYMENT_PENDING || this == PAYMENT_REVIEW;
    }

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** As the table and the API write it. */
    public String wire() {
        return wire;
    }

    /** The status that is written so. */
    public static OrderStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
