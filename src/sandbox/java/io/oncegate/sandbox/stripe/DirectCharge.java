package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Movement;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.exchange.Reply;

/** Creating a charge without an intent, as Stripe's older API does. */
final class DirectCharge implements Movement {
    private final StripeBooks books;
    private final Charge charge;

    DirectCharge(StripeBooks books, Charge charge) {
        this.books = books;
        this.charge = charge;
    }

    @Override
    public Reply approve() {
        settle();
        return answer(ChargeStatus.SUCCEEDED);
    }

    @Override
    public Reply decline() {
        return declined("generic_decline");
    }

    /** A charge has no step for the payer: what needs one is declined. */
    @Override
    public Reply askPayer() {
        return declined("authentication_required");
    }

    @Override
    public Reply pend() {
        become(ChargeStatus.PENDING);
        return answer(ChargeStatus.PENDING);
    }

    @Override
    public void settle() {
        books.world().charged(charge.subject(), charge.terms().money());
        become(ChargeStatus.SUCCEEDED);
    }

    @Override
    public void misstateAmount() {
        charge.shown().misstateAmount();
    }

    @Override
    public void misstateCurrency() {
        charge.shown().misstateCurrency();
    }

    @Override
    public Observed<ChargeStatus> observed() {
        return charge.observed();
    }

    private Reply declined(String declineCode) {
        become(ChargeStatus.FAILED);
        return StripeErrors.declined(StripeErrors.cardError(declineCode, charge.id()));
    }

    private void become(ChargeStatus status) {
        books.keep(charge);
        charge.observed().become(status);
    }

    private Reply answer(ChargeStatus status) {
        return Reply.ok(charge.toJson(status));
    }
}
