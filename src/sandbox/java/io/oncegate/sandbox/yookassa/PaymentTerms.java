package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Money;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.ledger.OrderReference;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a payment is for, as it was asked for.
 *
 * @param capture whether the money moves at once, or is only held
 * @param method how the payer pays; null where the payer chooses on YooKassa's page
 * @param returnUrl where the payer is sent after a step; null where none is possible
 */
record PaymentTerms(
        Money money,
        boolean capture,
        @Nullable String method,
        @Nullable String returnUrl,
        @Nullable String description,
        JsonObject metadata) {

    static PaymentTerms of(JsonObject body) throws Refused {
        var returnUrl = returnUrl(body);
        var method = method(body);
        if (method == null && returnUrl == null) {
            throw new Refused(
                    YooKassaErrors.invalid("Payment method or confirmation has to be specified", "confirmation"));
        }
        return new PaymentTerms(
                money(body),
                Boolean.TRUE.equals(body.getValue("capture")),
                method,
                returnUrl,
                text(body, "description"),
                metadata(body));
    }

    /** The order, where the caller names it. */
    static @Nullable String reference(JsonObject body) {
        var metadata = metadata(body);
        return OrderReference.of(text(metadata, "order_id"), text(metadata, "reference"));
    }

    /** Whether {@code body} names no amount, or the whole one. */
    boolean isWholeIn(JsonObject body) throws Refused {
        if (body.getValue("amount") == null) {
            return true;
        }
        var named = money(body);
        return named.currency().equals(money.currency())
                && new BigDecimal(named.amount()).compareTo(new BigDecimal(money.amount())) == 0;
    }

    private static Money money(JsonObject body) throws Refused {
        if (!(body.getValue("amount") instanceof JsonObject amount)) {
            throw new Refused(YooKassaErrors.invalid("Amount is missing", "amount"));
        }
        var value = text(amount, "value");
        if (value == null || !value.matches("\\d{1,12}(\\.\\d{1,2})?") || new BigDecimal(value).signum() == 0) {
            throw new Refused(YooKassaErrors.invalid("Amount is not a positive decimal string", "amount.value"));
        }
        var currency = text(amount, "currency");
        if (currency == null || !currency.matches("[A-Z]{3}")) {
            throw new Refused(YooKassaErrors.invalid("Currency is not a code of ISO 4217", "amount.currency"));
        }
        return new Money(value, currency);
    }

    private static @Nullable String method(JsonObject body) {
        var token = text(body, "payment_token");
        if (token != null) {
            return token;
        }
        var saved = text(body, "payment_method_id");
        if (saved != null) {
            return saved;
        }
        return body.getValue("payment_method_data") instanceof JsonObject data ? text(data, "type") : null;
    }

    private static @Nullable String returnUrl(JsonObject body) throws Refused {
        if (!(body.getValue("confirmation") instanceof JsonObject confirmation)) {
            return null;
        }
        if (!"redirect".equals(confirmation.getValue("type"))) {
            throw new Refused(YooKassaErrors.invalid(
                    "The sandbox knows one type of confirmation: redirect", "confirmation.type"));
        }
        var returnUrl = text(confirmation, "return_url");
        if (returnUrl == null) {
            throw new Refused(YooKassaErrors.invalid("Return URL is missing", "confirmation.return_url"));
        }
        return returnUrl;
    }

    private static JsonObject metadata(JsonObject body) {
        return body.getValue("metadata") instanceof JsonObject metadata ? metadata : new JsonObject();
    }

    private static @Nullable String text(JsonObject json, String member) {
        return json.getValue(member) instanceof String text && !text.isEmpty() ? text : null;
    }
}
