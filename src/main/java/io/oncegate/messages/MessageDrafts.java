package io.oncegate.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.messages.gateway.Gateways;
import io.oncegate.request.Ids;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Fixes a message and the answer to it, id and time included, before the statement that stores both. */
@ApplicationScoped
class MessageDrafts {

    private final ObjectMapper json;
    private final Ids ids;
    private final Clock clock;
    private final Gateways gateways;

    MessageDrafts(ObjectMapper json, Ids ids, Clock clock, Gateways gateways) {
        this.json = json;
        this.ids = ids;
        this.clock = clock;
        this.gateways = gateways;
    }

    /** The message that a request asks for. */
    Message message(IdempotentRequest request, NewMessage asked) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Message(
                request.caller().tenant(),
                ids.ulid(),
                request.caller().principal(),
                asked.recipient(),
                asked.text(),
                asked.segments(),
                asked.priority(),
                gateways.nameFor(request.caller().messageGateway()),
                MessageState.READY,
                0,
                now,
                now.plus(asked.life()),
                null,
                null);
    }

    /** What its sender is told. */
    RecordedResponse accepted(Message message) {
        AcceptedView view = new AcceptedView(message.id(), message.state().told());
        try {
            return new RecordedResponse(
                    202,
                    MediaType.APPLICATION_JSON,
                    MessageResource.PATH + "/" + message.id(),
                    json.writeValueAsBytes(view));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a message could not be written as JSON", e);
        }
    }
}
