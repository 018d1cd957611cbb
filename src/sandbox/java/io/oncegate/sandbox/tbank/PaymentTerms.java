package io.oncegate.sandbox.tbank;

import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What a payment is for, as {@code Init} was asked for it.
 *
 * @param amount kopecks
 * @param method how the payer pays, where {@code DATA} tells
 * @param successUrl where the payer is sent after a step
 */
record PaymentTerms(
        String terminal,
        String orderId,
        long amount,
        @Nullable String method,
        @Nullable String successUrl) {
    private static final int LONGEST_ORDER_ID = 36;
    private static final long HIGHEST_AMOUNT = 999_999_999_999L;

    static PaymentTerms of(TBankCall call) throws Refused {
        var orderId = call.required("OrderId");
        if (orderId.length() > LONGEST_ORDER_ID) {
            throw new Refused(TBankErrors.parameters("Поле OrderId должно быть не длиннее 36 символов."));
        }
        return new PaymentTerms(
                call.terminal(), orderId, amount(call.body()), method(call.body()), call.optional("SuccessURL"));
    }

    private static long amount(JsonObject body) throws Refused {
        var given = body.getValue("Amount");
        var amount = given instanceof Integer || given instanceof Long ? ((Number) given).longValue() : 0;
        if (amount < 1 || amount > HIGHEST_AMOUNT) {
            throw new Refused(TBankErrors.parameters("Поле Amount должно быть целым числом больше нуля."));
        }
        return amount;
    }

    private static @Nullable String method(JsonObject body) {
        return body.getValue("DATA") instanceof JsonObject data && data.getValue("method") instanceof String method
                ? method
                : null;
    }
}
