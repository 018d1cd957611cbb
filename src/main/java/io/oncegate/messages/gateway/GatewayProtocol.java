package io.oncegate.messages.gateway;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import java.util.Optional;

/**
 * One gateway's way of speaking its protocol: writes requests and reads answers. It sends nothing, keeps nothing and
 * decides nothing about what follows. Thread-safe.
 */
public interface GatewayProtocol {

    /** What the protocol can do. */
    GatewayDescriptor descriptor();

    /** The request that hands a message over; equal messages give equal bytes. */
    OutboundRequest send(OutgoingMessage message);

    /** What an answer to it means. */
    DispatchOutcome read(Reply reply);

    /** Asks for a message by our id; empty where the protocol has no such question. */
    Optional<OutboundRequest> status(String messageId);

    /** What an answer to that means. Never {@code Rejected} by the question's own refusal. */
    DispatchOutcome readStatus(Reply reply);

    /** What an event says that the gateway sent by itself; empty for what is no event about a message. */
    Optional<Receipt> receipt(byte[] body);
}
