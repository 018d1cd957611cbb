package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Effect;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.PayerStep;
import io.oncegate.sandbox.exchange.Reply;
import io.oncegate.sandbox.notice.Notice;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Creating a payment; until it comes to something the payment is not there. */
final class PaymentCreation implements Effect {
    private final Payments payments;
    private final Payment payment;
    private final String pageUrl;

    /** {@code pageUrl}: where the payer would be sent. */
    PaymentCreation(Payments payments, Payment payment, String pageUrl) {
        this.payments = payments;
        this.payment = payment;
        this.pageUrl = pageUrl;
    }

    @Override
    public Reply approve() {
        if (payment.terms().method() == null) {
            return askPayer();
        }
        pay();
        return answer();
    }

    @Override
    public Reply decline() {
        become(PaymentState.declined());
        return answer();
    }

    @Override
    public Reply askPayer() {
        var returnUrl = payment.terms().returnUrl();
        if (returnUrl == null) {
            become(PaymentState.notAuthenticated());
            return answer();
        }
        var step = new PayerStep(
                "Pay %s %s"
                        .formatted(
                                payment.shown().value().toPlainString(),
                                payment.shown().currency()),
                returnUrl,
                () -> payment.is(PaymentStatus.PENDING),
                this::pay,
                () -> become(PaymentState.notAuthenticated()));
        payments.pages().open(payment.id(), step);
        become(PaymentState.askingPayer(new JsonObject()
                .put("type", "redirect")
                .put("return_url", returnUrl)
                .put("confirmation_url", pageUrl)));
        return answer();
    }

    @Override
    public Reply pend() {
        become(PaymentState.pending());
        return answer();
    }

    @Override
    public void settle() {
        if (payment.is(PaymentStatus.PENDING)) {
            pay();
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

    /** Money that is only held has not moved. */
    private void pay() {
        if (payment.terms().capture()) {
            payments.world().charged(payment.subject(), payment.terms().money());
            become(PaymentState.succeeded(payments.world().clock().instant()));
        } else {
            become(PaymentState.waitingForCapture());
        }
    }

    private void become(PaymentState state) {
        payments.keep(payment);
        payment.observed().become(state);
    }

    private Reply answer() {
        return Reply.ok(payment.toJson(payment.observed().now().orElseThrow()));
    }
}
