package io.oncegate.payments.wire;

import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Wait;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.util.Optional;

/** What an answer's status says whatever its body holds. What it leaves open is in the dialect's own table. */
public final class AtTheDoor {

    private AtTheDoor() {}

    /** For an answer to an operation: turned away, too early, a redirect, a time-out there, a server error. */
    public static Optional<ProviderOutcome> operation(Reply reply) {
        int status = reply.status();
        if (status == 425) {
            return Optional.of(new Busy(Wait.askedFor(reply)));
        }
        if (status >= 500) {
            return Optional.of(new Unknown("status-" + status, true));
        }
        return question(reply);
    }

    /** The same for an answer to a question, whose server errors are kept under nobody's key. */
    public static Optional<ProviderOutcome> question(Reply reply) {
        int status = reply.status();
        if (status == 401 || status == 403) {
            return Optional.of(new NotSent("credentials-refused", Optional.empty()));
        }
        if (status == 429) {
            return Optional.of(new NotSent("throttled", Wait.askedFor(reply)));
        }
        if (status >= 300 && status < 400) {
            return Optional.of(new Unknown("redirect", false));
        }
        return status < 200 || status == 408 || status >= 500 ? Optional.of(unlisted(reply)) : Optional.empty();
    }

    /** Whether the status is that of a request which was accepted. */
    public static boolean accepted(Reply reply) {
        return reply.status() >= 200 && reply.status() < 300;
    }

    /** What is left when no table names this status. */
    public static Unknown unlisted(Reply reply) {
        return new Unknown("status-" + reply.status(), false);
    }
}
