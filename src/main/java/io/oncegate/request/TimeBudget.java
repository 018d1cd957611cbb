package io.oncegate.request;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The header {@code X-Request-Timeout-Ms}: how long the caller is willing to wait for an answer. */
public final class TimeBudget {

    /** Name of the request header. */
    public static final String HEADER = "X-Request-Timeout-Ms";

    private static final long MOST_MILLIS = 60_000;
    private static final int MOST_DIGITS = 18;

    private TimeBudget() {}

    /**
     * Reads the header's value: whole milliseconds, at least 1; more than 60 000 is taken as 60 000.
     *
     * @throws InvalidTimeBudgetException when the value is anything else
     */
    public static Optional<Duration> parse(@Nullable String value) {
        if (value == null) {
            return Optional.empty();
        }
        if (value.isEmpty()
                || value.length() > MOST_DIGITS
                || !value.chars().allMatch(c -> c >= '0' && c <= '9')
                || Long.parseLong(value) < 1) {
            throw new InvalidTimeBudgetException();
        }
        return Optional.of(Duration.ofMillis(Math.min(MOST_MILLIS, Long.parseLong(value))));
    }
}
