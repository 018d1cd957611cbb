package io.oncegate.messages.kannel;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.wire.AtTheDoor;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What Kannel's answers mean. What is not here is unknown: a 503 ("Temporal failure") may stand for a text of which one
 * part was taken.
 *
 * <pre>
 *   answer                                               outcome
 *   202 "0: Accepted for delivery"                       sent
 *   202 "3: Queued for later delivery"                   sent
 *   202 with another text, "Sent." for one               unknown: unreadable; nobody has it yet
 *   403 "Not routable. Do not try again."                rejected: one recipient, not our credentials
 *   401, 403, 429                                        as {@link AtTheDoor} says
 *   404, 405, 408, 409, 425                              unknown: not Kannel's own word on a message
 *   400 and every other 4xx                              rejected
 * </pre>
 */
final class KannelAnswers {

    private static final int LONGEST_TEXT = 256;

    private KannelAnswers() {}

    static DispatchOutcome handedOver(Reply reply) {
        return switch (reply.status()) {
            case 202 -> accepted(text(reply));
            case 403 -> forbidden(reply);
            case 404, 405, 408, 409, 425 -> AtTheDoor.unlisted(reply);
            default -> AtTheDoor.turnedAway(reply).orElseGet(() -> other(reply));
        };
    }

    private static DispatchOutcome accepted(String text) {
        return text.startsWith("0: ") || text.startsWith("3: ")
                ? new Sent(Optional.empty())
                : new Unknown("unreadable");
    }

    private static DispatchOutcome forbidden(Reply reply) {
        return text(reply).startsWith("Not routable") ? new Rejected("not-routable") : AtTheDoor.credentialsRefused();
    }

    private static DispatchOutcome other(Reply reply) {
        boolean refused = reply.status() >= 400 && reply.status() < 500;
        return refused ? new Rejected(reason(reply)) : AtTheDoor.unlisted(reply);
    }

    private static String reason(Reply reply) {
        String text = text(reply);
        return Reason.of(text.isEmpty() ? "status-" + reply.status() : text);
    }

    private static String text(Reply reply) {
        int length = Math.min(reply.body().length, LONGEST_TEXT);
        return new String(reply.body(), 0, length, StandardCharsets.UTF_8).strip();
    }
}
