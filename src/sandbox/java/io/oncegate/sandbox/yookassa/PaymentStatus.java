package io.oncegate.sandbox.yookassa;

import java.util.Locale;

/**
 * Where a payment stands.
 *
 * <pre>
 * pending -> waiting_for_capture -> succeeded or canceled
 * pending -> succeeded
 * pending -> canceled
 * </pre>
 */
enum PaymentStatus {
    PENDING,
    WAITING_FOR_CAPTURE,
    SUCCEEDED,
    CANCELED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the payer has parted with the money, for good or for now. */
    boolean isPaid() {
        return this == SUCCEEDED || this == WAITING_FOR_CAPTURE;
    }
}
