package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Money;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.ledger.OrderReference;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a PaymentIntent or a charge is for, as it was asked for.
 *
 * @param automaticMethods whether Stripe chooses which kinds of payment method the payer is offered
 */
record IntentTerms(
        Money money,
        Map<String, String> metadata,
        @Nullable String description,
        List<String> methodTypes,
        boolean automaticMethods) {
    private static final int LONGEST_AMOUNT = 12;
    private static final Set<String> PARAMETERS = Set.of(
            "amount",
            "automatic_payment_methods",
            "capture_method",
            "confirm",
            "confirmation_method",
            "currency",
            "customer",
            "description",
            "error_on_requires_action",
            "expand",
            "metadata",
            "off_session",
            "payment_method",
            "payment_method_options",
            "payment_method_types",
            "receipt_email",
            "return_url",
            "setup_future_usage",
            "shipping",
            "statement_descriptor",
            "statement_descriptor_suffix",
            "use_stripe_sdk");
    private static final Set<String> CHARGE_PARAMETERS = Set.of(
            "amount",
            "capture",
            "currency",
            "customer",
            "description",
            "expand",
            "metadata",
            "receipt_email",
            "source",
            "statement_descriptor");

    static IntentTerms ofIntent(Form form) throws Refused {
        form.knowsOnly(PARAMETERS);
        var capture = form.get("capture_method");
        if (capture != null && !capture.startsWith("automatic")) {
            throw new Refused(StripeErrors.unusableParameter(
                    "capture_method", null, "The sandbox captures at once: capture_method can only be automatic."));
        }
        return of(form);
    }

    static IntentTerms ofCharge(Form form) throws Refused {
        form.knowsOnly(CHARGE_PARAMETERS);
        return of(form);
    }

    private static IntentTerms of(Form form) throws Refused {
        var amount = form.required("amount");
        if (!amount.matches("[1-9]\\d{0,%d}".formatted(LONGEST_AMOUNT - 1))) {
            throw new Refused(StripeErrors.unusableParameter(
                    "amount", "parameter_invalid_integer", "Invalid integer: %s".formatted(amount)));
        }
        var currency = form.required("currency");
        if (!currency.matches("[A-Za-z]{3}")) {
            throw new Refused(
                    StripeErrors.unusableParameter("currency", null, "Invalid currency: %s.".formatted(currency)));
        }
        return new IntentTerms(
                new Money(amount, currency),
                form.nested("metadata"),
                form.get("description"),
                form.list("payment_method_types"),
                form.isTrue("automatic_payment_methods[enabled]"));
    }

    /** The order, where the caller names it. */
    static @Nullable String reference(Form form) {
        return reference(form.nested("metadata"));
    }

    @Nullable
    String reference() {
        return reference(metadata);
    }

    static @Nullable String reference(Map<String, String> metadata) {
        return OrderReference.of(metadata.get("order_id"), metadata.get("reference"));
    }

    ShownAmount shown() {
        return new ShownAmount(new BigDecimal(money.amount()), money.currency().toLowerCase(Locale.ROOT));
    }
}
