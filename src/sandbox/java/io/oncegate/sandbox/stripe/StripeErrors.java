package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Stripe's errors, in its own words. */
final class StripeErrors {
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int PAYMENT_REQUIRED = 402;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String INVALID_REQUEST = "invalid_request_error";
    private static final String IDEMPOTENCY = "idempotency_error";
    private static final int SHOWN_OF_KEY = 4;

    private StripeErrors() {}

    static Reply keyMissing() {
        return invalid(
                UNAUTHORIZED,
                new JsonObject()
                        .put(
                                "message",
                                "You did not provide an API key. You need to provide your API key in the Authorization"
                                        + " header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
                                        + " See https://stripe.com/docs/api#authentication for details, or we can help"
                                        + " at https://support.stripe.com/."));
    }

    static Reply keyRevoked(String key) {
        var shown = key.substring(Math.max(0, key.length() - SHOWN_OF_KEY));
        return invalid(
                UNAUTHORIZED, coded("api_key_expired", "Expired API Key provided: sk_test_***%s".formatted(shown)));
    }

    static Reply missingParameter(String name) {
        return invalid(
                BAD_REQUEST,
                coded("parameter_missing", "Missing required param: %s.".formatted(name))
                        .put("param", name));
    }

    static Reply unknownParameter(String name) {
        return invalid(
                BAD_REQUEST,
                coded("parameter_unknown", "Received unknown parameter: %s".formatted(name))
                        .put("param", name));
    }

    static Reply unusableParameter(String name, @Nullable String code, String message) {
        var error = code == null ? new JsonObject().put("message", message) : coded(code, message);
        return invalid(BAD_REQUEST, error.put("param", name));
    }

    static Reply unreadable(String message) {
        return invalid(BAD_REQUEST, new JsonObject().put("message", message));
    }

    static Reply noSuch(String object, String id, String parameter) {
        return invalid(
                NOT_FOUND,
                coded("resource_missing", "No such %s: '%s'".formatted(object, id))
                        .put("param", parameter));
    }

    static Reply noSuchPath(String method, String path) {
        return invalid(
                NOT_FOUND,
                new JsonObject().put("message", "Unrecognized request URL (%s: %s).".formatted(method, path)));
    }

    static Reply keyReused(String key) {
        var message = "Keys for idempotent requests can only be used with the same parameters they were first used"
                + " with. Try using a key other than '%s' if you meant to execute a different request.";
        return error(BAD_REQUEST, IDEMPOTENCY, new JsonObject().put("message", message.formatted(key)));
    }

    static Reply keyReusedElsewhere(String key, String path, String firstPath) {
        var message = "Keys for idempotent requests can only be used for the same endpoint they were first used for"
                + " ('%s' vs '%s'). Try using a key other than '%s' if you meant to execute a different request.";
        return error(
                BAD_REQUEST, IDEMPOTENCY, new JsonObject().put("message", message.formatted(path, firstPath, key)));
    }

    static Reply keyInUse(@Nullable String key) {
        var message =
                "There is currently another in-progress request using this Idempotent Key (that probably means you"
                        + " submitted twice, and the other request is still going through): %s. Please try again later.";
        return comeAgain(invalid(CONFLICT, coded("idempotency_key_in_use", message.formatted(key))));
    }

    static Reply locked() {
        return comeAgain(invalid(
                TOO_MANY_REQUESTS,
                coded(
                        "lock_timeout",
                        "This object cannot be accessed right now because another API request or Stripe process is"
                                + " currently accessing it. If you see this error intermittently, retry the request. If"
                                + " you see this error frequently and are making multiple concurrent requests to a"
                                + " single object, make your requests serially or at a lower rate.")));
    }

    /** Clients of Stripe's send a request again where this says so, whatever its status. */
    private static Reply comeAgain(Reply reply) {
        return reply.with("Stripe-Should-Retry", "true");
    }

    static Reply unexpectedState(String message, JsonObject intent) {
        return invalid(
                BAD_REQUEST, coded("payment_intent_unexpected_state", message).put("payment_intent", intent));
    }

    static Reply declined(JsonObject cardError) {
        return Reply.of(PAYMENT_REQUIRED, new JsonObject().put("error", cardError));
    }

    /** The error of a card that was refused; also what a declined intent remembers. */
    static JsonObject cardError(CardRefusal refusal, String charge) {
        var error =
                coded(refusal.code(), refusal.message()).put("charge", charge).put("type", "card_error");
        var declineCode = refusal.declineCode();
        return declineCode == null ? error : error.put("decline_code", declineCode);
    }

    /** What an intent remembers when its payer has declined. */
    static JsonObject authenticationError() {
        return coded(
                        "payment_intent_authentication_failure",
                        "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a"
                                + " new PaymentMethod to attempt to fulfill this PaymentIntent again.")
                .put("type", INVALID_REQUEST);
    }

    static Reply invalid(int status, JsonObject error) {
        return error(status, INVALID_REQUEST, error);
    }

    static Reply error(int status, String type, JsonObject error) {
        return Reply.of(status, new JsonObject().put("error", error.put("type", type)));
    }

    private static JsonObject coded(String code, String message) {
        return new JsonObject()
                .put("code", code)
                .put("doc_url", "https://stripe.com/docs/error-codes/" + code.replace('_', '-'))
                .put("message", message);
    }
}
