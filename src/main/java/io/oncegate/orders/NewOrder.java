package io.oncegate.orders;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.problem.Members;
import io.oncegate.problem.Problem;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for with {@code POST /v1/orders}.
 *
 * @param refusal what is wrong with it; where there is any, the other members mean nothing
 */
record NewOrder(
        Optional<Problem> refusal,
        String userId,
        long amount,
        String currency,
        @Nullable String externalId,
        @Nullable String description,
        @Nullable Map<String, String> metadata,
        Optional<PaymentAsked> payment) {

    private static final long MOST_MINOR_UNITS = 999_999_999_999L;

    /** Reads a body, which may break any rule. */
    static NewOrder from(JsonNode body) {
        Members members = Members.of(body);
        String userId = members.requiredString("user_id", 1, 64);
        long amount = members.requiredInteger("amount", 1, MOST_MINOR_UNITS);
        String currency = members.requiredString("currency", 3, 3);
        members.check(Currencies.inUse(currency), "currency", "must be the ISO 4217 code of a currency in use");
        Optional<String> externalId = members.optionalString("external_id", 1, 64);
        Optional<String> description = members.optionalString("description", 0, 500);
        Map<String, String> metadata = members.optionalStringMap("metadata", 20);
        Optional<PaymentAsked> payment = members.optionalObject("payment").map(NewOrder::payment);
        return new NewOrder(
                members.errors().isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(members.errors())),
                userId,
                amount,
                currency,
                externalId.orElse(null),
                description.orElse(null),
                body.hasNonNull("metadata") ? metadata : null,
                payment);
    }

    private static PaymentAsked payment(Members payment) {
        String method = payment.requiredString("method", 1, 255);
        Optional<String> returnUrl = payment.optionalString("return_url", 1, 2048);
        payment.check(!method.isBlank(), "method", "must be a payment method's token");
        payment.check(
                returnUrl.map(url -> url.matches("https?://\\S+")).orElse(true),
                "return_url",
                "must be an http(s) URL");
        return new PaymentAsked(method, returnUrl.orElse(null));
    }
}
