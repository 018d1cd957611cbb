package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.script.Subject;
import java.util.Optional;

/** Capturing the money that a payment holds; until that comes to something it stays held. */
final class PaymentCapture implements Effect {
    private final Payments payments;
    private final Payment payment;
    private final Subject subject;

    PaymentCapture(Payments payments, Payment payment, Subject subject) {
        this.payments = payments;
        this.payment = payment;
        this.subject = subject;
    }

    @Override
    public Reply approve() {
        settle();
        return answer();
    }

    @Override
    public Reply decline() {
        payment.observed().become(PaymentState.declined());
        return answer();
    }

    /** The payer's part was over when the money was held: what needs one more step is declined. */
    @Override
    public Reply askPayer() {
        payment.observed().become(PaymentState.notAuthenticated());
        return answer();
    }

    @Override
    public Reply pend() {
        return answer();
    }

    @Override
    public void settle() {
        if (payment.is(PaymentStatus.WAITING_FOR_CAPTURE)) {
            payments.world().charged(subject, payment.terms().money());
            payment.observed()
                    .become(PaymentState.succeeded(payments.world().clock().instant()));
        }
    }

    @Override
    public void misstateAmount() {
        payment.shown().misstateAmount();
    }

    @Override
    public void misstateCurrency() {
        payment.shown().misstateCurrency();
    }

    @Override
    public Observed<PaymentState> observed() {
        return payment.observed();
    }

    @Override
    public Optional<Notice> notice() {
        return payment.notice();
    }

    private Reply answer() {
        return Reply.ok(payment.toJson(payment.observed().now().orElseThrow()));
    }
}
