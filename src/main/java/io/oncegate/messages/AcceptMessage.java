package io.oncegate.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.idempotency.IdempotencyEngine;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.OnePhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.ratelimit.Further;
import io.oncegate.ratelimit.RateLimits;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Accepts a message once. It is stored by the statement that claims its key, before the client is told anything. */
@ApplicationScoped
class AcceptMessage {

    private final RateLimits limits;
    private final IdempotencyEngine engine;
    private final Messages messages;
    private final ObjectMapper json;
    private final Ids ids;
    private final Clock clock;

    AcceptMessage(
            RateLimits limits, IdempotencyEngine engine, Messages messages, ObjectMapper json, Ids ids, Clock clock) {
        this.limits = limits;
        this.engine = engine;
        this.messages = messages;
        this.json = json;
        this.ids = ids;
        this.clock = clock;
    }

    Uni<Answer> accept(IdempotentRequest request) {
        NewMessage asked = NewMessage.from(
                request.body(), request.caller().plan(), request.kind().retention());
        if (asked.refusal().isPresent()) {
            return engine.refuse(request, asked.refusal().get());
        }
        Message message = message(request, asked);
        return limits.charge(costOf(message))
                .chain(() -> engine.execute(request, new OnePhase(messages.accepting(message, accepted(message)))));
    }

    /** A message of several segments is several messages to whoever carries it. */
    private static List<Further> costOf(Message message) {
        int more = message.segments() - 1;
        return List.of(
                Further.to(message.recipient()), Further.more(Level.CLIENT, more), Further.more(Level.TENANT, more));
    }

    private Message message(IdempotentRequest request, NewMessage asked) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Message(
                request.caller().tenant(),
                ids.ulid(),
                request.caller().principal(),
                asked.recipient(),
                asked.text(),
                asked.segments(),
                asked.priority(),
                MessageState.READY,
                0,
                now,
                now.plus(asked.life()),
                null,
                null);
    }

    private RecordedResponse accepted(Message message) {
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
