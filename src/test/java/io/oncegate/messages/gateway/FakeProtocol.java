package io.oncegate.messages.gateway;

import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Writes plain requests, and says of an answer whether it was to a message or to a question. */
record FakeProtocol(GatewayDescriptor descriptor, GatewayCredentials credentials, Optional<ReceiptPlace> receipts)
        implements GatewayProtocol {

    /** What no log line may show. */
    static final String SECRET = "what-was-written";

    static final GatewayDescriptor KEYED = descriptor("keyed", true);

    private static final byte[] NO_BODY = {};

    static GatewayDescriptor descriptor(String name, boolean canAll) {
        return new GatewayDescriptor(name, canAll, canAll ? Duration.ofHours(24) : Duration.ZERO, canAll);
    }

    static FakeProtocol of(GatewayDescriptor descriptor) {
        return new FakeProtocol(
                descriptor, new GatewayCredentials(Optional.empty(), Optional.empty()), Optional.empty());
    }

    /** One that asks for a secret. */
    static GatewayProtocolFactory factory(String name) {
        return new GatewayProtocolFactory() {
            @Override
            public GatewayDescriptor descriptor() {
                return FakeProtocol.descriptor(name, true);
            }

            @Override
            public boolean isComplete(GatewayCredentials credentials) {
                return credentials.secret().isPresent();
            }

            @Override
            public GatewayProtocol speaking(GatewayCredentials credentials, Optional<ReceiptPlace> receipts) {
                return new FakeProtocol(descriptor(), credentials, receipts);
            }
        };
    }

    @Override
    public OutboundRequest send(OutgoingMessage message) {
        if (message.text().equals("fault")) {
            throw new IllegalStateException(SECRET);
        }
        return new OutboundRequest(
                "POST", "/send/" + message.id(), Map.of(), message.text().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public DispatchOutcome read(Reply reply) {
        return read(reply, new Sent(Optional.of("to a message")));
    }

    @Override
    public Optional<OutboundRequest> status(String messageId) {
        return descriptor.answersQuestions()
                ? Optional.of(new OutboundRequest("GET", "/status/" + messageId, Map.of(), NO_BODY))
                : Optional.empty();
    }

    @Override
    public DispatchOutcome readStatus(Reply reply) {
        return read(reply, new Delivered(Optional.of("to a question")));
    }

    private static DispatchOutcome read(Reply reply, DispatchOutcome good) {
        String body = new String(reply.body(), StandardCharsets.US_ASCII);
        if (body.equals("fault")) {
            throw new IllegalStateException(SECRET);
        }
        if (body.equals("error")) {
            throw new StackOverflowError();
        }
        return body.equals("who?") ? new NotSent(NotSent.CREDENTIALS_REFUSED, true, Optional.empty()) : good;
    }

    @Override
    public Optional<Receipt> receipt(byte[] body) {
        String id = new String(body, StandardCharsets.US_ASCII);
        return Optional.of(new Receipt(id, Receipt.Kind.SENT, Optional.empty(), null));
    }
}
