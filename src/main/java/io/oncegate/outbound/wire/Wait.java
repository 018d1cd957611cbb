package io.oncegate.outbound.wire;

import io.oncegate.outbound.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** How long a third party wants to be left alone: a wish that is granted within reason. */
public final class Wait {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private Wait() {}

    /** What {@code Retry-After} says: whole seconds, 1 to 3600; empty for a date or anything else. */
    public static Optional<Duration> askedFor(Reply reply) {
        return reply.header("retry-after")
                .map(String::strip)
                .filter(value -> SECONDS.matcher(value).matches())
                .map(value -> clamped(Duration.ofSeconds(Long.parseLong(value))));
    }

    /** A wait of at least a second and at most an hour. */
    public static Duration clamped(Duration wait) {
        if (wait.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
