package io.oncegate.payments.yookassa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonBody;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * YooKassa's API reference: Interaction format, Idempotence, Payments. Nothing is cancelled: only a payment that waits
 * for its capture could be, and ours never do.
 */
final class YookassaDialect implements Dialect {

    /** A 500 says that the result is unknown and asks for the same request under the same key: it is not kept. */
    static final Descriptor DESCRIPTOR = new Descriptor(
            "yookassa",
            List.of(ProviderOperation.CHARGE),
            64,
            Duration.ofHours(24),
            false,
            true,
            LookUp.NONE,
            false,
            Duration.ofSeconds(60));

    /** The id of a payment method that the payer let be saved; every other token was made for one payment. */
    private static final Pattern SAVED_METHOD =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private static final String PAYMENTS = "/v3/payments";
    private static final byte[] NO_BODY = {};
    private static final Notices NOTICES = new YookassaNotices();

    private final Optional<String> authorization;

    YookassaDialect(Credentials credentials) {
        this.authorization = credentials
                .secret()
                .map(secret -> credentials.id().orElse("") + ":" + secret)
                .map(pair -> Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
                .map(encoded -> "Basic " + encoded);
    }

    @Override
    public Descriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Optional<String> refusal(long amount, String currency) {
        return YookassaAmounts.refusal(amount, currency);
    }

    @Override
    public FrozenRequest freeze(
            ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
        if (operation != ProviderOperation.CHARGE) {
            throw new IllegalArgumentException("not an operation of this dialect: " + operation);
        }
        return new FrozenRequest(operation, PAYMENTS, JsonBody.TYPE, JsonBody.bytes(payment(charge)), key);
    }

    private static ObjectNode payment(Charge charge) {
        String value = YookassaAmounts.written(charge.amount(), charge.currency())
                .orElseThrow(() -> new IllegalArgumentException("an amount that refusal() refuses"));
        ObjectNode payment = JsonBody.object();
        payment.putObject("amount").put("value", value).put("currency", charge.currency());
        payment.put("capture", true);
        boolean isSaved = SAVED_METHOD.matcher(charge.method()).matches();
        payment.put(isSaved ? "payment_method_id" : "payment_token", charge.method());
        if (charge.returnUrl() != null) {
            payment.putObject("confirmation").put("type", "redirect").put("return_url", charge.returnUrl());
        }
        payment.put("description", "Order " + charge.orderId());
        payment.putObject("metadata")
                .put("order_id", charge.orderId())
                .put("reference", charge.reference())
                .put("client_key", charge.clientKey());
        return payment;
    }

    @Override
    public OutboundRequest leaving(FrozenRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", request.contentType());
        String key = request.key();
        if (key != null) {
            headers.put("Idempotence-Key", key);
        }
        return outbound("POST", request.target(), headers, request.body());
    }

    @Override
    public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
        return YookassaAnswers.toOperation(charge, reply);
    }

    @Override
    public Optional<OutboundRequest> status(Charge charge, String externalId) {
        return Optional.of(outbound("GET", PAYMENTS + "/" + Percent.encoded(externalId), Map.of(), NO_BODY));
    }

    @Override
    public Optional<OutboundRequest> lookUp(Charge charge) {
        return Optional.empty();
    }

    @Override
    public Optional<OutboundRequest> cancel(Charge charge, String externalId) {
        return Optional.empty();
    }

    @Override
    public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
        return YookassaAnswers.toQuestion(charge, reply);
    }

    @Override
    public Optional<Notices> notices() {
        return Optional.of(NOTICES);
    }

    private OutboundRequest outbound(String method, String target, Map<String, String> own, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>(own);
        authorization.ifPresent(value -> headers.put("Authorization", value));
        return new OutboundRequest(method, target, Collections.unmodifiableMap(headers), body);
    }
}
