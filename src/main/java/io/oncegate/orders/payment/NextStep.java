package io.oncegate.orders.payment;

import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Descriptor.LookUp;
import io.oncegate.payments.ProviderOperation;

/**
 * What is done next about an attempt whose outcome is not known. Decided by what the provider can do and by what the
 * database's clock says, never by a provider's name.
 *
 * <p>A look-up proves presence. That nothing is found counts only when a request that left has had its time to arrive,
 * only twice in a row, and only where what is there is found for certain. What moves no money may be repeated.
 */
enum NextStep {
    /** Send the request as it stands. */
    SEND,
    /** Ask for the payment by the provider's id. */
    STATUS,
    /** Ask for the payment by our reference. */
    LOOK_UP,
    /** No money can have moved: begin another attempt, or end without. */
    NOT_EXECUTED,
    /** Nobody can be asked, or it has taken too long: an operator decides. */
    REVIEW,
    /** Look again later; the provider showed nothing. */
    WAIT_ABSENT;

    /** How often the provider has to show nothing before that is believed. */
    private static final int PROOF = 2;

    /** Before the provider is asked. */
    static NextStep before(Attempt attempt, Descriptor provider) {
        if (attempt.times().overdue()) {
            return REVIEW;
        }
        if (attempt.status() == AttemptStatus.PREPARED) {
            return attempt.times().payable() ? SEND : NOT_EXECUTED;
        }
        if (attempt.externalId() != null && provider.statusById()) {
            return STATUS;
        }
        if (mayResend(attempt, provider)) {
            return SEND;
        }
        if (provider.lookUp() != LookUp.NONE) {
            return harmless(attempt, provider) && provider.lookUp() == LookUp.LAGS ? NOT_EXECUTED : LOOK_UP;
        }
        return nobodyToAsk(attempt, provider);
    }

    /** The payer may still be at it; what it did, only an operator can find out. */
    private static NextStep nobodyToAsk(Attempt attempt, Descriptor provider) {
        if (harmless(attempt, provider)) {
            return NOT_EXECUTED;
        }
        boolean payerHasTime = attempt.status() == AttemptStatus.ACTION_REQUIRED
                && attempt.times().payable();
        return payerHasTime ? WAIT_ABSENT : REVIEW;
    }

    /** After the provider was asked by {@code question} and showed no move of money. */
    static NextStep afterAbsence(Attempt attempt, Descriptor provider, ProviderOperation question) {
        if (harmless(attempt, provider)) {
            return attempt.times().payable() && !attempt.errorAnswered() ? SEND : NOT_EXECUTED;
        }
        if (mayResend(attempt, provider)) {
            return SEND;
        }
        boolean certain = question == ProviderOperation.STATUS || provider.lookUp() == LookUp.STRONG;
        boolean proven = attempt.times().settled() && attempt.absences() + 1 >= PROOF;
        return certain && proven ? NOT_EXECUTED : WAIT_ABSENT;
    }

    /** The provider recognises what is sent again, and would not answer an error that it keeps. */
    private static boolean mayResend(Attempt attempt, Descriptor provider) {
        boolean wouldRepeatItsError = attempt.errorAnswered() && provider.storesServerErrors();
        return provider.keyed() && attempt.times().payable() && attempt.times().resendable() && !wouldRepeatItsError;
    }

    private static boolean harmless(Attempt attempt, Descriptor provider) {
        return !provider.moves(attempt.request().operation());
    }
}
