package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.dialect.Observed;
import io.oncegate.sandbox.dialect.ShownAmount;
import io.oncegate.sandbox.script.Subject;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An intent to collect one payment; its charge moves the money, once. */
final class PaymentIntent {
    private final String account;
    private final String id;
    private final String name;
    private final IntentTerms terms;
    private final ShownAmount shown;
    private final Instant created;
    private final String clientSecret;
    private final Observed<IntentState> observed;
    private @Nullable String returnUrl;

    /** {@code name}: what it goes by where its terms name no order. */
    PaymentIntent(String account, String id, String name, IntentTerms terms, InstantSource clock) {
        this.account = account;
        this.id = id;
        this.name = name;
        this.terms = terms;
        this.shown = terms.shown();
        this.created = clock.instant();
        this.clientSecret = StripeIds.secretOf(id);
        this.observed = new Observed<>(clock);
    }

    /** Whose it is. */
    String account() {
        return account;
    }

    String id() {
        return id;
    }

    IntentTerms terms() {
        return terms;
    }

    ShownAmount shown() {
        return shown;
    }

    Instant created() {
        return created;
    }

    Observed<IntentState> observed() {
        return observed;
    }

    @Nullable
    String returnUrl() {
        return returnUrl;
    }

    void returnTo(@Nullable String url) {
        if (url != null) {
            returnUrl = url;
        }
    }

    boolean is(IntentStatus status) {
        return observed.now().filter(state -> state.status() == status).isPresent();
    }

    /** A request about this intent. */
    Subject subject(String path, @Nullable String key) {
        return new Subject(StripeDialect.NAME, path, terms.reference(), key, name);
    }

    boolean hasMetadata(Map<String, String> wanted) {
        return wanted.entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(terms.metadata().get(entry.getKey())));
    }

    JsonObject toJson(IntentState state) {
        var amount = shown.value().longValueExact();
        var cancellation = state.detailOf(IntentStatus.CANCELED);
        return new JsonObject()
                .put("id", id)
                .put("object", "payment_intent")
                .put("amount", amount)
                .put("amount_capturable", 0)
                .put("amount_details", new JsonObject().put("tip", new JsonObject()))
                .put("amount_received", state.status() == IntentStatus.SUCCEEDED ? amount : 0L)
                .put("application", null)
                .put("automatic_payment_methods", automaticMethods())
                .put("canceled_at", cancellation == null ? null : cancellation.getValue("canceled_at"))
                .put("cancellation_reason", cancellation == null ? null : cancellation.getValue("cancellation_reason"))
                .put("capture_method", "automatic")
                .put("client_secret", clientSecret)
                .put("confirmation_method", "automatic")
                .put("created", created.getEpochSecond())
                .put("currency", shown.currency())
                .put("customer", null)
                .put("description", terms.description())
                .put("last_payment_error", state.detailOf(IntentStatus.REQUIRES_PAYMENT_METHOD))
                .put("latest_charge", state.charge())
                .put("livemode", false)
                .put("metadata", StripeJson.of(terms.metadata()))
                .put("next_action", state.detailOf(IntentStatus.REQUIRES_ACTION))
                .put("payment_method", state.paymentMethod())
                .put("payment_method_options", new JsonObject())
                .put("payment_method_types", new JsonArray(methodTypes()))
                .put("processing", null)
                .put("receipt_email", null)
                .put("setup_future_usage", null)
                .put("shipping", null)
                .put("status", state.status().word());
    }

    private @Nullable JsonObject automaticMethods() {
        return terms.automaticMethods()
                ? new JsonObject().put("allow_redirects", "always").put("enabled", true)
                : null;
    }

    private List<String> methodTypes() {
        return terms.methodTypes().isEmpty() ? List.of("card") : terms.methodTypes();
    }
}
