package io.oncegate.payments.keyless;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonBody;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Credentials;
import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Descriptor.LookUp;
import io.oncegate.payments.Dialect;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.Notices;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.wire.Doubt;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code POST /charge}, once: what becomes of it is in its answer or nowhere. Amounts are minor units by ISO 4217. */
final class KeylessDialect implements Dialect {

    static final Descriptor DESCRIPTOR = new Descriptor(
            "keyless",
            List.of(ProviderOperation.CHARGE),
            0,
            Duration.ZERO,
            false,
            false,
            LookUp.NONE,
            false,
            Duration.ofSeconds(60));

    private static final Notices NOTICES = new KeylessNotices();

    private final Optional<String> secret;

    KeylessDialect(Credentials credentials) {
        this.secret = credentials.secret();
    }

    @Override
    public Descriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Optional<String> refusal(long amount, String currency) {
        return Optional.empty();
    }

    @Override
    public FrozenRequest freeze(
            ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
        if (operation != ProviderOperation.CHARGE) {
            throw new IllegalArgumentException("not an operation of this dialect: " + operation);
        }
        ObjectNode body = JsonBody.object()
                .put("reference", charge.reference())
                .put("amount", charge.amount())
                .put("currency", charge.currency())
                .put("method", charge.method());
        if (charge.returnUrl() != null) {
            body.put("return_url", charge.returnUrl());
        }
        return new FrozenRequest(operation, "/charge", JsonBody.TYPE, JsonBody.bytes(body), null);
    }

    @Override
    public OutboundRequest leaving(FrozenRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", request.contentType());
        secret.ifPresent(value -> headers.put("Authorization", "Bearer " + value));
        return new OutboundRequest("POST", request.target(), Collections.unmodifiableMap(headers), request.body());
    }

    @Override
    public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
        return KeylessAnswers.toOperation(charge, reply);
    }

    @Override
    public Optional<OutboundRequest> status(Charge charge, String externalId) {
        return Optional.empty();
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
    public Optional<Notices> notices() {
        return Optional.of(NOTICES);
    }

    /** There is no question that this could be an answer to. */
    @Override
    public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
        return Doubt.UNREADABLE;
    }
}
