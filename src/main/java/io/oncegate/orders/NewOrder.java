package io.oncegate.orders;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncegate.problem.Members;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
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
        @Nullable Map<String, String> metadata) {

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
        Optional<Members> payment = members.optionalObject("payment");
        payment.ifPresent(NewOrder::checkPayment);
        return new NewOrder(
                refusal(members, payment.isPresent()),
                userId,
                amount,
                currency,
                externalId.orElse(null),
                description.orElse(null),
                body.hasNonNull("metadata") ? metadata : null);
    }

    private static void checkPayment(Members payment) {
        String method = payment.requiredString("method", 1, 255);
        Optional<String> returnUrl = payment.optionalString("return_url", 1, 2048);
        payment.check(!method.isBlank(), "method", "must be a payment method's token");
        payment.check(
                returnUrl.map(url -> url.matches("https?://\\S+")).orElse(true),
                "return_url",
                "must be an http(s) URL");
    }

    private static Optional<Problem> refusal(Members members, boolean wantsPayment) {
        if (!members.errors().isEmpty()) {
            return Optional.of(Problem.invalid(members.errors()));
        }
        return wantsPayment
                ? Optional.of(Problem.of(
                        ProblemType.PAYMENT_NOT_CONFIGURED,
                        "This tenant has no payment provider. Leave payment out, or have one configured."))
                : Optional.empty();
    }
}
