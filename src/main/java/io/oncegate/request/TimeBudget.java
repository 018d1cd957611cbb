package io.oncegate.request;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code X-Request-Timeout-Ms}: how long the caller is willing to wait for an answer. */
public final class TimeBudget {

    /** Name of the request header. */
    public static final String HEADER = "X-Request-Timeout-Ms";

    private static final long MOST_MILLIS = 60_000;
    private static final int MOST_DIGITS = 5;
    private static final Pattern WHOLE = Pattern.compile("0*([1-9][0-9]*)");

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
        Matcher whole = WHOLE.matcher(value);
        if (!whole.matches()) {
            throw new InvalidTimeBudgetException();
        }
        String digits = whole.group(1);
        long millis = digits.length() > MOST_DIGITS ? MOST_MILLIS : Math.min(MOST_MILLIS, Long.parseLong(digits));
        return Optional.of(Duration.ofMillis(millis));
    }
}
