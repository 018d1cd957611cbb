package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.dialect.Money;
import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.InstantSource;

/** A payment, from {@code Init} on; {@code Charge} moves its money, once. */
final class Payment {
    /** T-Bank moves nothing else, and does not say so. */
    private static final String CURRENCY = "RUB";

    private final String id;
    private final PaymentTerms terms;
    private final ShownAmount shown;
    private final Observed<PaymentState> observed;

    Payment(String id, PaymentTerms terms, InstantSource clock) {
        this.id = id;
        this.terms = terms;
        this.shown = new ShownAmount(BigDecimal.valueOf(terms.amount()), CURRENCY);
        this.observed = new Observed<>(clock);
        observed.become(PaymentState.of(PaymentStatus.NEW));
    }

    String id() {
        return id;
    }

    PaymentTerms terms() {
        return terms;
    }

    Money money() {
        return new Money(String.valueOf(terms.amount()), CURRENCY);
    }

    ShownAmount shown() {
        return shown;
    }

    Observed<PaymentState> observed() {
        return observed;
    }

    /** As it really is. */
    PaymentState state() {
        return observed.now().orElseThrow();
    }

    boolean is(PaymentStatus status) {
        return state().status() == status;
    }

    /** A request about it. */
    Subject subject(String path) {
        return new Subject(TBankDialect.NAME, path, terms.orderId(), null, id);
    }

    /** What every answer about it holds, whatever its status. */
    JsonObject facts() {
        return new JsonObject()
                .put("TerminalKey", terms.terminal())
                .put("PaymentId", id)
                .put("OrderId", terms.orderId())
                .put("Amount", shown.value().longValueExact());
    }
}
