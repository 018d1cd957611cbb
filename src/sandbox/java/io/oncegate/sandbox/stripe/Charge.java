package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One try to take money from a payment method, of an intent or by itself.
 *
 * @param account whose it is
 * @param intent that it belongs to; null for one by itself
 * @param subject the request that moved the money
 * @param observed its own state; status requests see it only when they see its intent as it is
 */
record Charge(
        String account,
        String id,
        IntentTerms terms,
        ShownAmount shown,
        @Nullable PaymentIntent intent,
        String method,
        Subject subject,
        Instant created,
        Observed<ChargeStatus> observed) {

    static Charge ofIntent(PaymentIntent intent, String method, Subject subject, Origin origin) {
        return new Charge(
                intent.account(),
                origin.id(),
                intent.terms(),
                intent.shown(),
                intent,
                method,
                subject,
                origin.created(),
                origin.observed());
    }

    static Charge alone(String account, IntentTerms terms, String method, Subject subject, Origin origin) {
        return new Charge(
                account, origin.id(), terms, terms.shown(), null, method, subject, origin.created(), origin.observed());
    }

    /** What every new charge gets. */
    record Origin(String id, Instant created, Observed<ChargeStatus> observed) {}

    /** A request about it. */
    Subject subject(String path) {
        return new Subject(subject.dialect(), path, subject.reference(), null, subject.name());
    }

    /** What status requests see of it. */
    Optional<JsonObject> seen() {
        return intent != null && intent.observed().lags()
                ? Optional.empty()
                : observed.seen().map(this::toJson);
    }

    JsonObject toJson(ChargeStatus status) {
        var amount = shown.value().longValueExact();
        var paid = status == ChargeStatus.SUCCEEDED;
        return new JsonObject()
                .put("id", id)
                .put("object", "charge")
                .put("amount", amount)
                .put("amount_captured", paid ? amount : 0L)
                .put("amount_refunded", 0)
                .put("balance_transaction", null)
                .put("captured", paid)
                .put("created", created.getEpochSecond())
                .put("currency", shown.currency())
                .put("customer", null)
                .put("description", terms.description())
                .put("disputed", false)
                .put("failure_code", status == ChargeStatus.FAILED ? refusal().code() : null)
                .put(
                        "failure_message",
                        status == ChargeStatus.FAILED ? refusal().message() : null)
                .put("invoice", null)
                .put("livemode", false)
                .put("metadata", StripeJson.of(terms.metadata()))
                .put("outcome", outcome(status))
                .put("paid", paid)
                .put("payment_intent", intent == null ? null : intent.id())
                .put("payment_method", method)
                .put("receipt_email", null)
                .put("refunded", false)
                .put("status", status.word());
    }

    /** Why it failed, if it did. */
    private CardRefusal refusal() {
        return CardRefusal.of(method).orElse(CardRefusal.GENERIC);
    }

    private JsonObject outcome(ChargeStatus status) {
        return switch (status) {
            case PENDING -> new JsonObject().put("type", "pending").put("network_status", "approved_by_network");
            case SUCCEEDED -> new JsonObject().put("type", "authorized").put("network_status", "approved_by_network");
            case FAILED ->
                new JsonObject()
                        .put("type", "issuer_declined")
                        .put("network_status", "declined_by_network")
                        .put("reason", refusal().reason());
        };
    }
}
