package io.oncegate.sandbox.stripe;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why the issuer of a card refuses to pay.
 *
 * @param code Stripe's word for the error
 * @param declineCode the issuer's reason, where the error alone does not tell it
 */
record CardRefusal(String code, @Nullable String declineCode, String message) {
    private static final String DECLINED = "card_declined";
    private static final String NO_REASON_TOLD = "Your card was declined.";

    static final CardRefusal GENERIC = new CardRefusal(DECLINED, "generic_decline", NO_REASON_TOLD);

    static final CardRefusal AUTHENTICATION_REQUIRED =
            new CardRefusal(DECLINED, "authentication_required", NO_REASON_TOLD);

    /** As Stripe names the payment methods and tokens that it has for tests (Testing, Declined payments). */
    private static final Pattern TEST_METHOD = Pattern.compile("(?:pm_card|tok)(?:_visa)?_chargeDeclined(\\w*)");

    private static final Map<String, CardRefusal> OF_TEST_METHODS = Map.of(
            "", GENERIC,
            "InsufficientFunds", new CardRefusal(DECLINED, "insufficient_funds", "Your card has insufficient funds."),
            "LostCard", new CardRefusal(DECLINED, "lost_card", NO_REASON_TOLD),
            "StolenCard", new CardRefusal(DECLINED, "stolen_card", NO_REASON_TOLD),
            "ExpiredCard", new CardRefusal("expired_card", null, "Your card has expired."),
            "IncorrectCvc", new CardRefusal("incorrect_cvc", null, "Your card's security code is incorrect."),
            "ProcessingError",
                    new CardRefusal(
                            "processing_error",
                            null,
                            "An error occurred while processing your card. Try again in a little bit."));

    /** Why {@code method} is always refused; empty where it is none of Stripe's that are. */
    static Optional<CardRefusal> of(String method) {
        var testMethod = TEST_METHOD.matcher(method);
        return testMethod.matches() ? Optional.ofNullable(OF_TEST_METHODS.get(testMethod.group(1))) : Optional.empty();
    }

    /** The most precise word there is for it. */
    String reason() {
        return declineCode == null ? code : declineCode;
    }
}
