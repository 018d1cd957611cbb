package io.oncegate.sandbox.tbank;

/**
 * Where a payment stands.
 *
 * <pre>
 * NEW -> AUTHORIZING -> CONFIRMED -> REFUNDED
 * NEW -> 3DS_CHECKING -> CONFIRMED
 * NEW, 3DS_CHECKING -> REJECTED or CANCELED
 * </pre>
 */
enum PaymentStatus {
    NEW("NEW"),
    AUTHORIZING("AUTHORIZING"),
    CHECKING_3DS("3DS_CHECKING"),
    CONFIRMED("CONFIRMED"),
    REJECTED("REJECTED"),
    CANCELED("CANCELED"),
    REFUNDED("REFUNDED");

    private final String word;

    PaymentStatus(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** What cancelling makes of it; itself where it cannot be cancelled. */
    PaymentStatus cancelled() {
        return switch (this) {
            case NEW, CHECKING_3DS -> CANCELED;
            case CONFIRMED -> REFUNDED;
            case AUTHORIZING, REJECTED, CANCELED, REFUNDED -> this;
        };
    }
}
