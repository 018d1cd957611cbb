package io.oncegate.messages.wire;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Undelivered;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.ExternalId;
import io.oncegate.outbound.wire.JsonAnswer;
import io.oncegate.outbound.wire.Reason;
import java.util.Optional;

/**
 * A message as a gateway answers it in JSON: {@code {"id", "status", "reason"?}}. What is not here is unknown.
 *
 * <pre>
 *   answer to a message that was handed over     outcome
 *   401, 403, 429                                as {@link AtTheDoor} says
 *   200, 201, 202                                by its status
 *   400, 422, with a JSON object                 rejected
 *   409                                          unknown: in progress there
 *
 *   status                                       outcome
 *   accepted, queued, sent                       sent
 *   delivered                                    delivered
 *   undelivered                                  undelivered
 *   rejected                                     rejected
 *   no such member, or no JSON object            unknown: unreadable
 *
 *   answer to a question                         outcome
 *   401, 403, 429                                as {@link AtTheDoor} says
 *   200                                          by its status
 *   404                                          absent
 * </pre>
 */
public final class AnsweredMessage {

    private static final Unknown UNREADABLE = new Unknown("unreadable");
    private static final Unknown UNKNOWN_STATE = new Unknown("unknown-state");

    /** An earlier request with this id is still being worked on. */
    private static final Unknown IN_PROGRESS = new Unknown("in-progress");

    private AnsweredMessage() {}

    /** What the answer means for a message that was handed over. */
    public static DispatchOutcome handedOver(Reply reply) {
        return AtTheDoor.turnedAway(reply).orElseGet(() -> switch (reply.status()) {
            case 200, 201, 202 -> byStatus(reply);
            case 400, 422 -> refused(reply);
            case 409 -> IN_PROGRESS;
            default -> AtTheDoor.unlisted(reply);
        });
    }

    /** What the answer to a question about a message means. */
    public static DispatchOutcome asked(Reply reply) {
        return AtTheDoor.turnedAway(reply).orElseGet(() -> switch (reply.status()) {
            case 200 -> byStatus(reply);
            case 404 -> new DispatchOutcome.Absent();
            default -> AtTheDoor.unlisted(reply);
        });
    }

    private static DispatchOutcome refused(Reply reply) {
        return JsonAnswer.of(reply.body())
                .<DispatchOutcome>map(error -> new Rejected(reason(error, "status-" + reply.status())))
                .orElse(UNREADABLE);
    }

    private static DispatchOutcome byStatus(Reply reply) {
        return JsonAnswer.of(reply.body())
                .flatMap(answer -> ExternalId.sane(answer.text("id"))
                        .flatMap(id -> answer.text("status").map(status -> outcome(id, status, answer))))
                .orElse(UNREADABLE);
    }

    private static DispatchOutcome outcome(String id, String status, JsonAnswer answer) {
        return switch (status) {
            case "accepted", "queued", "sent" -> new Sent(Optional.of(id));
            case "delivered" -> new Delivered(Optional.of(id));
            case "undelivered" -> new Undelivered(reason(answer, status));
            case "rejected" -> new Rejected(reason(answer, status));
            default -> UNKNOWN_STATE;
        };
    }

    private static String reason(JsonAnswer answer, String otherwise) {
        return Reason.of(answer.text("reason").orElse(otherwise));
    }
}
