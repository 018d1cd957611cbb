package io.oncegate.messages.gateway;

import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewaysConfig.GatewayConfig;
import io.oncegate.outbound.CallResult;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.Reply;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * A gateway that messages can go through. Its calls never fail: whatever is not known afterwards is an {@link Unknown}.
 * They go on when whoever asked for them has left, and a {@code Uni} that is asked again gives the same outcome without
 * another call. Thread-safe.
 */
public final class Gateway {

    private static final Logger LOG = Logger.getLogger(Gateway.class);

    /** A question does nothing, and may leave whenever there is a connection. */
    private static final Duration AT_ANY_TIME = Duration.ofHours(1);

    private final String name;
    private final GatewayConfig config;
    private final Duration longestSend;
    private final GatewayProtocol protocol;
    private final Optional<ReceiptPlace> receipts;
    private final Remote remote;

    Gateway(
            String name,
            GatewaysConfig settings,
            GatewayProtocol protocol,
            Optional<ReceiptPlace> receipts,
            Remote remote) {
        this.name = name;
        this.config = Objects.requireNonNull(settings.gateways().get(name));
        this.longestSend = settings.connectTimeout().plus(settings.callTimeout());
        this.protocol = protocol;
        this.receipts = receipts;
        this.remote = remote;
    }

    /** Its name in settings, tables and labels. */
    public String name() {
        return name;
    }

    /** What its protocol can do. */
    public GatewayDescriptor descriptor() {
        return protocol.descriptor();
    }

    /** Calls of this instance that may be under way at a time. */
    public int mostInFlight() {
        return config.inFlight();
    }

    /** Calls of this instance that may begin at this moment. */
    public int callsLeft() {
        return remote.callsLeft();
    }

    /** How long the gateway remembers a message's id; zero where it has no keys. */
    public Duration keyRetention() {
        return descriptor().keyed() ? config.keyRetention().orElse(descriptor().keyRetention()) : Duration.ZERO;
    }

    /** From the moment at which a message is handed to {@link #send} until its outcome is there, at most. */
    public Duration longestSend() {
        return longestSend;
    }

    /** The secrets that its events may be signed with; none where there are none. */
    public List<String> webhookSecrets() {
        return config.webhookSecrets().orElse(List.of());
    }

    /** What an event says that the gateway sent by itself; empty for what is no event about a message. */
    public Optional<Receipt> receipt(byte[] body) {
        return protocol.receipt(body);
    }

    /** Where it brings receipts that it does not sign; empty where it brings none. */
    public Optional<ReceiptPlace> receipts() {
        return receipts;
    }

    /**
     * Hands a message over, once. A message that cannot be written is a {@link NotSent} for the reason {@link
     * NotSent#FAULT}.
     *
     * @param leaveBy looked at immediately before the first byte leaves: when it has passed, nothing does
     */
    public Uni<DispatchOutcome> send(OutgoingMessage message, Deadline leaveBy) {
        return call(() -> Optional.of(protocol.send(message)), protocol::read, leaveBy);
    }

    /** Asks for a message by our id. */
    public Uni<DispatchOutcome> status(String messageId) {
        return call(() -> protocol.status(messageId), protocol::readStatus, Deadline.in(AT_ANY_TIME));
    }

    /** Opens connections ahead of the first message. */
    Uni<Void> warmUp() {
        return remote.warmUp();
    }

    /** The call hangs on nobody who waits for it: what an answer means for the gateway is seen to in any case. */
    private Uni<DispatchOutcome> call(
            Supplier<Optional<OutboundRequest>> writing, Function<Reply, DispatchOutcome> reading, Deadline leaveBy) {
        return Uni.createFrom()
                .<DispatchOutcome>emitter(outcome -> begin(writing, reading, leaveBy, outcome::complete))
                .memoize()
                .indefinitely();
    }

    private void begin(
            Supplier<Optional<OutboundRequest>> writing,
            Function<Reply, DispatchOutcome> reading,
            Deadline leaveBy,
            Consumer<DispatchOutcome> result) {
        Optional<OutboundRequest> request;
        try {
            request = writing.get();
        } catch (RuntimeException | Error fault) {
            tell(fault);
            result.accept(new NotSent(NotSent.FAULT, false, Optional.empty()));
            return;
        }
        if (request.isEmpty()) {
            result.accept(new Unknown("no-such-question"));
            return;
        }
        Stage stage = Stage.current().call("gateway");
        stage.say("oncegate.gateway", name);
        remote.call(request.get(), leaveBy)
                .subscribe()
                .with(
                        end -> ended(stage, outcome(end, reading), result),
                        fault -> ended(stage, unknown(fault), result));
    }

    private static void ended(Stage stage, DispatchOutcome outcome, Consumer<DispatchOutcome> result) {
        stage.say("oncegate.outcome", outcome.word());
        stage.end();
        result.accept(outcome);
    }

    private DispatchOutcome outcome(CallResult end, Function<Reply, DispatchOutcome> reading) {
        return end.match(reply -> answered(reply, reading), Gateway::notSent, Gateway::lost);
    }

    /** Only the protocol can tell credentials that are refused from a message that is. */
    private DispatchOutcome answered(Reply reply, Function<Reply, DispatchOutcome> reading) {
        DispatchOutcome outcome = read(reply, reading);
        if (!(outcome instanceof NotSent turnedAway && turnedAway.why().equals(NotSent.CREDENTIALS_REFUSED))) {
            return outcome;
        }
        remote.credentialsRefused();
        LOG.warnf("a gateway refuses the credentials gateway=%s status=%d", name, reply.status());
        return new NotSent(NotSent.CREDENTIALS_REFUSED, true, Optional.of(Remote.PAUSE_AFTER_REFUSAL));
    }

    private DispatchOutcome read(Reply reply, Function<Reply, DispatchOutcome> reading) {
        try {
            return reading.apply(reply);
        } catch (RuntimeException | Error fault) {
            return unknown(fault);
        }
    }

    private static DispatchOutcome notSent(CallResult.NotSent nothing) {
        return new NotSent(word(nothing.reason()), false, nothing.retryAfter());
    }

    private static DispatchOutcome lost(LostReason reason) {
        return new Unknown(reason == LostReason.CONNECTION_CLOSED ? "closed" : word(reason));
    }

    private static String word(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Unknown unknown(Throwable fault) {
        tell(fault);
        return new Unknown("fault");
    }

    /** Without the fault's own words, which may quote what was written or read. */
    private void tell(Throwable fault) {
        Throwable told = new IllegalStateException(fault.getClass().getName());
        told.setStackTrace(fault.getStackTrace());
        LOG.errorf(told, "a gateway's protocol failed gateway=%s", name);
    }
}
