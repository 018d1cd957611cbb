package io.oncegate.webhooks.signature;

import java.time.Clock;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How old a signed moment may be, or how far ahead of our clock: whoever has seen a signed request cannot send it again
 * for ever. Immutable.
 */
public final class Freshness {

    /** Enough for any date; a longer one would not fit. */
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

    private final Clock clock;
    private final long toleranceSeconds;

    /** {@code tolerance} in whole seconds, either way. */
    public Freshness(Clock clock, Duration tolerance) {
        this.clock = clock;
        this.toleranceSeconds = tolerance.toSeconds();
    }

    /** Whether {@code text} is seconds since 1970 that are near enough to now; false for anything else. */
    boolean isFresh(String text) {
        return SECONDS.matcher(text).matches()
                && Math.abs(clock.instant().getEpochSecond() - Long.parseLong(text)) <= toleranceSeconds;
    }
}
