package io.oncegate.sandbox.stripe;

import java.util.Locale;

/**
 * Where a PaymentIntent stands.
 *
 * <pre>
 * requires_payment_method -> requires_confirmation -> processing -> succeeded
 *          ^                          |                   ^
 *          |                          v                   |
 *          +------ declined --- requires_action ----------+      any of them but succeeded -> canceled
 * </pre>
 */
enum IntentStatus {
    REQUIRES_PAYMENT_METHOD,
    REQUIRES_CONFIRMATION,
    REQUIRES_ACTION,
    PROCESSING,
    SUCCEEDED,
    CANCELED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean canBeConfirmed() {
        return this == REQUIRES_PAYMENT_METHOD || this == REQUIRES_CONFIRMATION || this == REQUIRES_ACTION;
    }

    boolean canBeCancelled() {
        return this != SUCCEEDED && this != CANCELED;
    }
}
