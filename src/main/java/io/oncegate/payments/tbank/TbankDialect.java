package io.oncegate.payments.tbank;

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
import io.oncegate.payments.wire.PasswordToken;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * T-Bank's acquiring API: Init, Charge, GetState, CheckOrder, Cancel. Every request is a POST that is signed in its
 * body. What is frozen is signed when it leaves, by the password of that moment.
 */
final class TbankDialect implements Dialect {

    /** An order id is taken once and found at once: what CheckOrder does not know has never been made. */
    static final Descriptor DESCRIPTOR = new Descriptor(
            "tbank",
            List.of(ProviderOperation.CREATE, ProviderOperation.CONFIRM),
            0,
            Duration.ZERO,
            false,
            true,
            LookUp.STRONG,
            true,
            Duration.ofSeconds(60));

    /** What a terminal is settled in. */
    static final String CURRENCY = "RUB";

    /** Characters that a value in DATA may have. */
    private static final int LONGEST_DATA = 100;

    /** Characters that an address of ours may have; a longer one stays out, and the terminal's own applies. */
    private static final int LONGEST_URL = 250;

    private static final Notices NOTICES = new TbankNotices();

    private static final Map<String, String> HEADERS = Map.of("Content-Type", JsonBody.TYPE);

    private final String terminal;
    private final String password;

    TbankDialect(Credentials credentials) {
        this.terminal = credentials.id().orElse("");
        this.password = credentials.secret().orElse("");
    }

    @Override
    public Descriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Optional<String> refusal(long amount, String currency) {
        return currency.equals(CURRENCY) ? Optional.empty() : Optional.of("must be in " + CURRENCY);
    }

    @Override
    public FrozenRequest freeze(
            ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key) {
        if (operation == ProviderOperation.CREATE) {
            return new FrozenRequest(operation, "/v2/Init", JsonBody.TYPE, JsonBody.bytes(init(charge)), null);
        }
        if (operation == ProviderOperation.CONFIRM && externalId != null) {
            ObjectNode body = about(externalId).put("RebillId", charge.method());
            return new FrozenRequest(operation, "/v2/Charge", JsonBody.TYPE, JsonBody.bytes(body), null);
        }
        throw new IllegalArgumentException("not an operation of this dialect, or one without its payment's id");
    }

    /** In one stage, whatever the terminal is set to: {@code CONFIRMED} is then the only state of money that moved. */
    private ObjectNode init(Charge charge) {
        if (refusal(charge.amount(), charge.currency()).isPresent()) {
            throw new IllegalArgumentException("an amount that refusal() refuses");
        }
        ObjectNode body = JsonBody.object()
                .put("TerminalKey", terminal)
                .put("Amount", charge.amount())
                .put("OrderId", charge.reference())
                .put("PayType", "O")
                .put("Description", "Order " + charge.orderId());
        String returnUrl = charge.returnUrl();
        if (returnUrl != null && returnUrl.length() <= LONGEST_URL) {
            body.put("SuccessURL", returnUrl).put("FailURL", returnUrl);
        }
        ObjectNode data = body.putObject("DATA").put("order_id", charge.orderId());
        if (charge.clientKey().length() <= LONGEST_DATA) {
            data.put("client_key", charge.clientKey());
        } else {
            data.put("client_key_sha256", PasswordToken.sha256(charge.clientKey()));
        }
        return body;
    }

    @Override
    public OutboundRequest leaving(FrozenRequest request) {
        return post(request.target(), signed(JsonBody.parse(request.body())));
    }

    @Override
    public ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply) {
        return TbankAnswers.toOperation(operation, charge, reply);
    }

    @Override
    public Optional<OutboundRequest> status(Charge charge, String externalId) {
        return Optional.of(post("/v2/GetState", signed(about(externalId))));
    }

    @Override
    public Optional<OutboundRequest> lookUp(Charge charge) {
        ObjectNode body = JsonBody.object().put("TerminalKey", terminal).put("OrderId", charge.reference());
        return Optional.of(post("/v2/CheckOrder", signed(body)));
    }

    /** Cancel also gives back money that has moved: whoever calls it has made sure that none has. */
    @Override
    public Optional<OutboundRequest> cancel(Charge charge, String externalId) {
        return Optional.of(post("/v2/Cancel", signed(about(externalId))));
    }

    @Override
    public ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply) {
        return TbankAnswers.toQuestion(question, charge, reply);
    }

    @Override
    public Optional<Notices> notices() {
        return Optional.of(NOTICES);
    }

    /** The password that requests are signed with. */
    @Override
    public Optional<String> signingSecret() {
        return Optional.of(password).filter(known -> !known.isEmpty());
    }

    private ObjectNode about(String externalId) {
        return JsonBody.object().put("TerminalKey", terminal).put("PaymentId", externalId);
    }

    private byte[] signed(ObjectNode body) {
        return JsonBody.bytes(body.put(PasswordToken.MEMBER, PasswordToken.of(body, password)));
    }

    private static OutboundRequest post(String target, byte[] body) {
        return new OutboundRequest("POST", target, HEADERS, body);
    }
}
