package io.oncegate.payments.wire;

import io.oncegate.outbound.Reply;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Busy;
import io.oncegate.payments.ProviderOutcome.NotSent;
import io.oncegate.payments.ProviderOutcome.Unknown;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an answer's status says whatever its body holds. What it leaves open is in the dialect's own table. */
public final class AtTheDoor {

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private AtTheDoor() {}

    /** For an answer to an operation: turned away, too early, a redirect, a time-out there, a server error. */
    public static Optional<ProviderOutcome> operation(Reply reply) {
        int status = reply.status();
        if (status == 425) {
            return Optional.of(new Busy(retryAfter(reply)));
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
            return Optional.of(new NotSent("throttled", retryAfter(reply)));
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

    /** When the provider wants to be asked again: whole seconds, 1 to 3600; empty for a date or anything else. */
    public static Optional<Duration> retryAfter(Reply reply) {
        return reply.header("retry-after")
                .map(String::strip)
                .filter(value -> SECONDS.matcher(value).matches())
                .map(value -> clamped(Duration.ofSeconds(Long.parseLong(value))));
    }

    /** A wait of at least a second and at most an hour. */
    public static Duration clamped(Duration wait) {
        if (wait.compareTo(SHORTEST_WAIT) < 0) {
            return SHORTEST_WAIT;
        }
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }
}
