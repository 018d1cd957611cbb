package io.oncegate.messages.httpjson;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.GatewayDescriptor;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.wire.AnsweredMessage;
import io.oncegate.messages.wire.Bearer;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.JsonBody;
import io.oncegate.outbound.wire.Percent;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code POST /messages} with our id, after which {@code GET /messages/{id}} tells of it. Handing over what is there
 * already gives the same answer and nothing else.
 */
final class HttpJsonProtocol implements GatewayProtocol {

    static final GatewayDescriptor DESCRIPTOR = new GatewayDescriptor("http-json", true, Duration.ofHours(24), true);

    private static final String MESSAGES = "/messages";

    private final Bearer caller;

    HttpJsonProtocol(String token) {
        this.caller = new Bearer(token);
    }

    @Override
    public GatewayDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public OutboundRequest send(OutgoingMessage message) {
        return caller.post(
                MESSAGES,
                JsonBody.object()
                        .put("id", message.id())
                        .put("to", message.recipient())
                        .put("text", message.text()));
    }

    @Override
    public DispatchOutcome read(Reply reply) {
        return AnsweredMessage.handedOver(reply);
    }

    @Override
    public Optional<OutboundRequest> status(String messageId) {
        return Optional.of(caller.get(MESSAGES + "/" + Percent.encoded(messageId)));
    }

    @Override
    public DispatchOutcome readStatus(Reply reply) {
        return AnsweredMessage.asked(reply);
    }

    @Override
    public Optional<Receipt> receipt(byte[] body) {
        return HttpJsonEvent.receipt(body);
    }
}
