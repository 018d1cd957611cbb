package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.PayerStep;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.script.Subject;
import java.util.Optional;

/** Charging a payment that has been set up. */
final class ChargeAttempt implements Effect {
    private final Payments payments;
    private final Payment payment;
    private final Subject subject;
    private final String pageUrl;

    /** {@code pageUrl}: where the payer would be sent. */
    ChargeAttempt(Payments payments, Payment payment, Subject subject, String pageUrl) {
        this.payments = payments;
        this.payment = payment;
        this.subject = subject;
        this.pageUrl = pageUrl;
    }

    @Override
    public Reply approve() {
        confirm();
        return TBankReplies.of(payment, payment.state());
    }

    @Override
    public Reply decline() {
        payment.observed().become(PaymentState.declined());
        return TBankErrors.declined(payment, payment.state());
    }

    @Override
    public Reply askPayer() {
        var step = new PayerStep(
                "Pay %s kopecks".formatted(payment.shown().value().toPlainString()),
                payment.terms().successUrl(),
                () -> payment.is(PaymentStatus.CHECKING_3DS),
                this::confirm,
                () -> payment.observed().become(PaymentState.notAuthenticated()));
        payments.pages().open(payment.id(), step);
        payment.observed().become(PaymentState.of(PaymentStatus.CHECKING_3DS));
        return TBankReplies.withPage(payment, pageUrl);
    }

    @Override
    public Reply pend() {
        payment.observed().become(PaymentState.of(PaymentStatus.AUTHORIZING));
        return TBankReplies.of(payment, payment.state());
    }

    @Override
    public void settle() {
        if (payment.is(PaymentStatus.AUTHORIZING)) {
            confirm();
        }
    }

    @Override
    public void misstateAmount() {
        payment.shown().misstateAmount();
    }

    /** No answer of T-Bank's names a currency. */
    @Override
    public void misstateCurrency() {}

    @Override
    public Observed<PaymentState> observed() {
        return payment.observed();
    }

    @Override
    public Optional<Notice> notice() {
        return Optional.of(Notification.of(payment));
    }

    private void confirm() {
        payments.world().charged(subject, payment.money());
        payment.observed().become(PaymentState.of(PaymentStatus.CONFIRMED));
    }
}
