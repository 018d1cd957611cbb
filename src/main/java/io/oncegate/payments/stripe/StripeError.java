package io.oncegate.payments.stripe;

import io.oncegate.outbound.wire.JsonAnswer;
import java.util.Optional;
import java.util.Set;

/**
 * The error object of an answer (API reference, Errors); a member that is missing is empty.
 *
 * @param parameter the request's parameter that it is about
 * @param intent the PaymentIntent as the error left it
 */
record StripeError(String type, String code, String declineCode, String parameter, Optional<JsonAnswer> intent) {

    /** Failures of the means of payment that come as other errors than {@code card_error}. */
    private static final Set<String> FAILED_METHOD =
            Set.of("payment_intent_authentication_failure", "payment_intent_payment_attempt_failed");

    static Optional<StripeError> of(JsonAnswer answer) {
        return answer.object("error")
                .map(error -> new StripeError(
                        error.text("type").orElse(""),
                        error.text("code").orElse(""),
                        error.text("decline_code").orElse(""),
                        error.text("param").orElse(""),
                        error.object("payment_intent")));
    }

    /** Another request with this key, or on this object, is being worked on. */
    boolean isInUse() {
        return code.equals("idempotency_key_in_use") || code.equals("lock_timeout");
    }

    /** The key was used with other parameters. */
    boolean isKeyConflict() {
        return type.equals("idempotency_error");
    }

    /** The card was declined, or the payment method does not exist or cannot be used. */
    boolean isDecline() {
        return type.equals("card_error")
                || code.startsWith("payment_method_")
                || FAILED_METHOD.contains(code)
                || (isMissing() && parameter.equals("payment_method"));
    }

    /** What it is about does not exist. */
    boolean isMissing() {
        return code.equals("resource_missing");
    }

    /** The PaymentIntent is in a state in which this cannot be done to it. */
    boolean isWrongState() {
        return code.equals("payment_intent_unexpected_state");
    }

    /** The most precise word there is for it. */
    String word() {
        if (!declineCode.isEmpty()) {
            return declineCode;
        }
        return code.isEmpty() ? type : code;
    }
}
