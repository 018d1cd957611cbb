package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import java.util.Optional;

/** Creating a charge without an intent, as Stripe's older API does. */
final class DirectCharge implements Effect {
    private final StripeBooks books;
    private final Charge charge;
    private final Optional<CardRefusal> refusal;

    DirectCharge(StripeBooks books, Charge charge) {
        this.books = books;
        this.charge = charge;
        this.refusal = CardRefusal.of(charge.method());
    }

    @Override
    public Reply approve() {
        if (refusal.isPresent()) {
            return declined(refusal.get());
        }
        succeed();
        return answer(ChargeStatus.SUCCEEDED);
    }

    @Override
    public Reply decline() {
        return declined(refusal.orElse(CardRefusal.GENERIC));
    }

    /** A charge has no step for the payer: what needs one is declined. */
    @Override
    public Reply askPayer() {
        return declined(CardRefusal.AUTHENTICATION_REQUIRED);
    }

    @Override
    public Reply pend() {
        become(ChargeStatus.PENDING);
        return answer(ChargeStatus.PENDING);
    }

    @Override
    public void settle() {
        refusal.ifPresentOrElse(why -> become(ChargeStatus.FAILED), this::succeed);
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

    @Override
    public Optional<Notice> notice() {
        var now = books.world().clock().instant();
        return observed()
                .now()
                .map(status -> StripeEvent.of(
                        "charge." + status.word(),
                        charge.toJson(status),
                        charge.subject().key(),
                        now));
    }

    private void succeed() {
        books.world().charged(charge.subject(), charge.terms().money());
        become(ChargeStatus.SUCCEEDED);
    }

    private Reply declined(CardRefusal why) {
        become(ChargeStatus.FAILED);
        return StripeErrors.declined(StripeErrors.cardError(why, charge.id()));
    }

    private void become(ChargeStatus status) {
        books.keep(charge);
        charge.observed().become(status);
    }

    private Reply answer(ChargeStatus status) {
        return Reply.ok(charge.toJson(status));
    }
}
