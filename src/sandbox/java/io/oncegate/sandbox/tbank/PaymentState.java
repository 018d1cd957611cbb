package io.oncegate.sandbox.tbank;

/**
 * What has become of a payment.
 *
 * @param errorCode why it was rejected; {@code 0} where it was not
 * @param message the same in words
 */
record PaymentState(PaymentStatus status, String errorCode, String message) {
    private static final String NO_ERROR = "0";

    static PaymentState of(PaymentStatus status) {
        return new PaymentState(status, NO_ERROR, "");
    }

    static PaymentState declined() {
        return new PaymentState(PaymentStatus.REJECTED, TBankErrors.DECLINED, TBankErrors.DECLINED_MESSAGE);
    }

    static PaymentState notAuthenticated() {
        return new PaymentState(
                PaymentStatus.REJECTED, TBankErrors.NOT_AUTHENTICATED, TBankErrors.NOT_AUTHENTICATED_MESSAGE);
    }

    boolean isRejected() {
        return status == PaymentStatus.REJECTED;
    }
}
