package io.oncegate.sandbox.keyless;

import io.oncegate.sandbox.exchange.Refused;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * What a charge is for, as it was asked for.
 *
 * @param amount minor units
 * @param returnUrl where the payer is sent after a step
 */
record ChargeTerms(
        String reference,
        long amount,
        String currency,
        String method,
        @Nullable String returnUrl) {
    private static final long HIGHEST_AMOUNT = 999_999_999_999L;

    static ChargeTerms of(@Nullable Buffer body) throws Refused {
        var json = json(body);
        var returnUrl = json.getValue("return_url") instanceof String url ? url : null;
        return new ChargeTerms(text(json, "reference"), amount(json), currency(json), text(json, "method"), returnUrl);
    }

    private static JsonObject json(@Nullable Buffer body) throws Refused {
        try {
            if (body != null && Json.decodeValue(body) instanceof JsonObject json) {
                return json;
            }
        } catch (DecodeException notJson) {
            // The same to the caller as JSON of another kind.
        }
        throw new Refused(KeylessDialect.malformed("The body is no JSON object."));
    }

    private static String text(JsonObject json, String member) throws Refused {
        if (json.getValue(member) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new Refused(KeylessDialect.malformed("%s is a text that is not empty.".formatted(member)));
    }

    private static long amount(JsonObject json) throws Refused {
        var given = json.getValue("amount");
        var amount = given instanceof Integer || given instanceof Long ? ((Number) given).longValue() : 0;
        if (amount < 1 || amount > HIGHEST_AMOUNT) {
            throw new Refused(KeylessDialect.malformed("amount is a whole number of minor units, at least 1."));
        }
        return amount;
    }

    private static String currency(JsonObject json) throws Refused {
        var currency = text(json, "currency");
        if (!currency.matches("[A-Za-z]{3}")) {
            throw new Refused(KeylessDialect.malformed("currency is a code of three letters."));
        }
        return currency;
    }
}
