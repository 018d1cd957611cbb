package io.oncegate.messages.keyless;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.wire.AnsweredMessage;
import io.oncegate.messages.wire.Bearer;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonBody;
import java.time.Duration;
import java.util.Optional;

/** {@code POST /messages}, once: what becomes of it is in its answer or nowhere. */
final class KeylessProtocol implements GatewayProtocol {

    static final GatewayDescriptor DESCRIPTOR = new GatewayDescriptor("keyless", false, Duration.ZERO, false);

    private final Bearer caller;

    KeylessProtocol(String token) {
        this.caller = new Bearer(token);
    }

    @Override
    public GatewayDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public OutboundRequest send(OutgoingMessage message) {
        return caller.post(
                "/messages",
                JsonBody.object()
                        .put("reference", message.id())
                        .put("to", message.recipient())
                        .put("text", message.text()));
    }

    @Override
    public DispatchOutcome read(Reply reply) {
        return AnsweredMessage.handedOver(reply);
    }

    @Override
    public Optional<OutboundRequest> status(String messageId) {
        return Optional.empty();
    }

    /** There is no question that this could be an answer to. */
    @Override
    public DispatchOutcome readStatus(Reply reply) {
        return new Unknown("unreadable");
    }

    @Override
    public Optional<Receipt> receipt(byte[] body) {
        return Optional.empty();
    }
}
