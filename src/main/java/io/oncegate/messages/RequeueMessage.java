package io.oncegate.messages;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * The operator's hand: shows messages that nobody else looks after, and has them sent again. Conditional on state: what
 * is on its way, or has arrived, stays as it is.
 */
@ApplicationScoped
public class RequeueMessage {

    private final Messages messages;
    private final Arrivals arrivals;

    RequeueMessage(Messages messages, Arrivals arrivals) {
        this.messages = messages;
        this.arrivals = arrivals;
    }

    /** Messages in a status, {@code unknown} or {@code dead}, by id, after {@code afterId}. */
    public Uni<List<ListedMessage>> listed(MessageState state, String afterId, int most, Deadline deadline) {
        return messages.listed(state, afterId, most, deadline);
    }

    /**
     * Has a message sent again. Fails with {@code not-found}; with {@code validation-failed} where it is unknown and
     * nobody said that it may reach its recipient twice; with {@code state-conflict} where it is neither unknown nor
     * dead, or has expired.
     */
    public Uni<Void> requeue(String id, SendAgain again, Stamp stamp, Deadline deadline) {
        if (!Ulid.isOne(id)) {
            return Uni.createFrom().failure(RequeueMessage::noSuchMessage);
        }
        return messages.listed(id, deadline)
                .map(found -> found.orElseThrow(RequeueMessage::noSuchMessage))
                .invoke(message -> check(message, again))
                .chain(() -> messages.requeue(id, again, stamp, deadline))
                .map(gateway -> gateway.orElseThrow(RequeueMessage::conflict))
                .invoke(arrivals::arrived)
                .replaceWithVoid();
    }

    private static void check(ListedMessage message, SendAgain again) {
        if (message.state() == MessageState.UNKNOWN && !again.mayDuplicate()) {
            throw Problem.invalid(List.of(new FieldError(
                            "/may_duplicate", "must be true for a message that may have been sent already")))
                    .toException();
        }
    }

    private static ProblemException noSuchMessage() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no message with this id.")
                .toException();
    }

    private static ProblemException conflict() {
        return Problem.of(
                        ProblemType.STATE_CONFLICT,
                        "Only a message that is dead or unknown, and has not expired, can be sent again. Nothing was"
                                + " changed.")
                .toException();
    }
}
