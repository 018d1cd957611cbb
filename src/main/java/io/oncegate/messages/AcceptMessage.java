package io.oncegate.messages;

import io.oncegate.idempotency.IdempotencyEngine;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.overload.Admission;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.problem.Problem;
import io.oncegate.ratelimit.Further;
import io.oncegate.ratelimit.RateLimits;
import io.oncegate.ratelimit.limit.Level;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Accepts a message once. It is stored by the statement that claims its key, before the client is told anything. */
@ApplicationScoped
class AcceptMessage {

    private final RateLimits limits;
    private final Admission admission;
    private final IdempotencyEngine engine;
    private final MessageDrafts drafts;
    private final MessageQueue queue;

    AcceptMessage(
            RateLimits limits,
            Admission admission,
            IdempotencyEngine engine,
            MessageDrafts drafts,
            MessageQueue queue) {
        this.limits = limits;
        this.admission = admission;
        this.engine = engine;
        this.drafts = drafts;
        this.queue = queue;
    }

    Uni<Answer> accept(IdempotentRequest request) {
        NewMessage asked = NewMessage.from(
                request.body(), request.caller().plan(), request.kind().retention());
        if (asked.refusal().isPresent()) {
            return engine.refuse(request, asked.refusal().get());
        }
        Optional<Problem> full = queue.refusal(request.caller().tenant());
        if (full.isPresent()) {
            return engine.refuse(request, full.get());
        }
        Message message = drafts.message(request, asked);
        if (message.priority() == Priority.LOW) {
            admission.lower(ServiceClass.LOW);
        }
        return limits.charge(costOf(message))
                .chain(() -> engine.execute(request, () -> queue.joining(message, drafts.accepted(message))));
    }

    /** A message of several segments is several messages to whoever carries it. */
    private static List<Further> costOf(Message message) {
        int more = message.segments() - 1;
        return List.of(
                Further.to(message.recipient()), Further.more(Level.CLIENT, more), Further.more(Level.TENANT, more));
    }
}
