package io.oncegate.payments.stripe;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.FormBody;
import io.oncegate.outbound.wire.Percent;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Descriptor.LookUp;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.Notices;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.ProviderOutcome;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stripe's API reference: PaymentIntents, Idempotent requests. A PaymentIntent is created unconfirmed, so that its id
 * is known before money can move, and then confirmed.
 */
final class StripeDialect implements Dialect {

    /**
     * Keys are pruned after 24 hours at the earliest; the first answer, a 500 included, is kept under its key. Search
     * does not read what was just written: a minute later is usual, more is possible.
     */
    static final Descriptor DESCRIPTOR = new Descriptor(
            "stripe",
            List.of(ProviderOperation.CREATE, ProviderOperation.CONFIRM),
            255,
            Duration.ofHours(24),
            true,
            true,
            LookUp.LAGS,
            true,
            Duration.ofSeconds(90));

    /** The version that answers are read by; without it the account's own applies, which its owner may move. */
    private static final String VERSION = "2024-06-20";

    private static final String INTENTS = "/v1/payment_intents";
    private static final byte[] NO_BODY = {};
    private static final Notices NOTICES = new StripeNotices();

    private final Optional<String> secret;

    StripeDialect(Credentials credentials) {
        this.secret = credentials.secret();
    }

    @Override
    public Descriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Optional<String> refusal(long amount, String currency) {
        return StripeAmounts.refusal(amount, currency);
    }

    @Override
    public FrozenRequest freeze(
            ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
        if (operation == ProviderOperation.CREATE) {
            return new FrozenRequest(operation, INTENTS, FormBody.TYPE, creation(charge), key);
        }
        if (operation == ProviderOperation.CONFIRM && externalId != null) {
            return new FrozenRequest(
                    operation, intent(externalId) + "/confirm", FormBody.TYPE, confirmation(charge), key);
        }
        throw new IllegalArgumentException("not an operation of this dialect, or one without its payment's id");
    }

    /** Cards only: other methods answer hours or days later, and not within the time that the descriptor promises. */
    private static byte[] creation(Charge charge) {
        long amount = StripeAmounts.written(charge.amount(), charge.currency())
                .orElseThrow(() -> new IllegalArgumentException("an amount that refusal() refuses"));
        return new FormBody()
                .with("amount", Long.toString(amount))
                .with("currency", charge.currency().toLowerCase(Locale.ROOT))
                .with("payment_method", charge.method())
                .with("payment_method_types[]", "card")
                .with("capture_method", "automatic")
                .with("metadata[order_id]", charge.orderId())
                .with("metadata[reference]", charge.reference())
                .with("metadata[client_key]", charge.clientKey())
                .bytes();
    }

    private static byte[] confirmation(Charge charge) {
        return new FormBody()
                .with("payment_method", charge.method())
                .with("return_url", charge.returnUrl())
                .bytes();
    }

    @Override
    public OutboundRequest leaving(FrozenRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", request.contentType());
        String key = request.key();
        if (key != null) {
            headers.put("Idempotency-Key", key);
        }
        return outbound("POST", request.target(), headers, request.body());
    }

    @Override
    public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
        return StripeAnswers.toOperation(operation, charge, reply);
    }

    @Override
    public Optional<OutboundRequest> status(Charge charge, String externalId) {
        return Optional.of(outbound("GET", intent(externalId), Map.of(), NO_BODY));
    }

    @Override
    public Optional<OutboundRequest> lookUp(Charge charge) {
        String query = "metadata['reference']:'" + charge.reference() + "'";
        String target = INTENTS + "/search?query=" + Percent.encoded(query) + "&limit=100";
        return Optional.of(outbound("GET", target, Map.of(), NO_BODY));
    }

    @Override
    public Optional<OutboundRequest> cancel(Charge charge, String externalId) {
        return Optional.of(
                outbound("POST", intent(externalId) + "/cancel", Map.of("Content-Type", FormBody.TYPE), NO_BODY));
    }

    @Override
    public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
        return StripeAnswers.toQuestion(question, charge, reply);
    }

    @Override
    public Optional<Notices> notices() {
        return Optional.of(NOTICES);
    }

    private static String intent(String externalId) {
        return INTENTS + "/" + Percent.encoded(externalId);
    }

    private OutboundRequest outbound(String method, String target, Map<String, String> own, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>(own);
        secret.ifPresent(key -> headers.put("Authorization", "Bearer " + key));
        headers.put("Stripe-Version", VERSION);
        return new OutboundRequest(method, target, Collections.unmodifiableMap(headers), body);
    }
}
