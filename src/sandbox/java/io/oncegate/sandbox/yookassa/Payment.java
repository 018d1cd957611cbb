package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.notice.Notice;
import io.oncegate.sandbox.notice.Telling;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment: the call that creates it has it paid too, or only held until another captures it. */
final class Payment {
    /** What is left to the shop. */
    private static final BigDecimal INCOME = new BigDecimal("0.965");

    private static final int MINOR_DIGITS = 2;
    private static final String GATEWAY = "1000001";

    private final String id = UUID.randomUUID().toString();
    private final String shop;
    private final PaymentTerms terms;
    private final Subject subject;
    private final ShownAmount shown;
    private final Instant created;
    private final Observed<PaymentState> observed;

    Payment(String shop, PaymentTerms terms, Subject subject, InstantSource clock) {
        this.shop = shop;
        this.terms = terms;
        this.subject = subject;
        this.shown = new ShownAmount(
                new BigDecimal(terms.money().amount()), terms.money().currency());
        this.created = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        this.observed = new Observed<>(clock);
    }

    /** Whose it is. */
    String shop() {
        return shop;
    }

    String id() {
        return id;
    }

    PaymentTerms terms() {
        return terms;
    }

    ShownAmount shown() {
        return shown;
    }

    Instant created() {
        return created;
    }

    Observed<PaymentState> observed() {
        return observed;
    }

    boolean is(PaymentStatus status) {
        return observed.now().filter(state -> state.status() == status).isPresent();
    }

    /** The request that created it. */
    Subject subject() {
        return subject;
    }

    /** A later request about it. */
    Subject subject(String path, @Nullable String key) {
        return new Subject(subject.dialect(), path, subject.reference(), key, subject.name());
    }

    /** Of a payment that waits for its payer nothing is told. */
    Optional<Notice> notice() {
        return observed.now()
                .filter(state -> state.status() != PaymentStatus.PENDING)
                .map(this::notice);
    }

    private Notice notice(PaymentState state) {
        var body = new JsonObject()
                .put("type", "notification")
                .put("event", "payment." + state.status().word())
                .put("object", toJson(state));
        return (recipient, now) -> Telling.json(recipient.url(), body);
    }

    JsonObject toJson(PaymentState state) {
        var json = new JsonObject()
                .put("id", id)
                .put("status", state.status().word())
                .put("amount", amount(shown.value()))
                .put("description", terms.description())
                .put("recipient", new JsonObject().put("account_id", shop).put("gateway_id", GATEWAY))
                .put(
                        "payment_method",
                        new JsonObject().put("type", "bank_card").put("id", id).put("saved", false))
                .put("created_at", created.toString())
                .put("test", true)
                .put("refunded_amount", amount(BigDecimal.ZERO.setScale(MINOR_DIGITS)))
                .put("paid", state.status().isPaid())
                .put("refundable", state.status() == PaymentStatus.SUCCEEDED)
                .put("metadata", terms.metadata());
        var capturedAt = state.capturedAt();
        if (capturedAt != null) {
            json.put("captured_at", capturedAt.truncatedTo(ChronoUnit.MILLIS).toString());
            json.put("income_amount", amount(income()));
        }
        if (state.confirmation() != null) {
            json.put("confirmation", state.confirmation());
        }
        if (state.cancellation() != null) {
            json.put("cancellation_details", state.cancellation());
        }
        return json;
    }

    private BigDecimal income() {
        return shown.value().multiply(INCOME).setScale(MINOR_DIGITS, RoundingMode.HALF_UP);
    }

    private JsonObject amount(BigDecimal value) {
        return new JsonObject().put("value", value.toPlainString()).put("currency", shown.currency());
    }
}
