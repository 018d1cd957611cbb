package io.oncegate.problem;

import java.time.Duration;

/**
 * When the same request may be tried again: exactly, as the body says it, and in the header's whole seconds, which may
 * be more than the exact wait so that not everybody comes back at once.
 *
 * @param exact the wait itself, told in milliseconds, rounded up
 * @param seconds what the header says, 1..3600
 */
public record RetryAfter(Duration exact, long seconds) {

    /** What the header says at most: who has to wait longer may ask again after an hour. */
    public static final int HIGHEST_SECONDS = 3600;

    private static final long NANOS_PER_MILLISECOND = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    /** Brings the seconds into their range. */
    public RetryAfter {
        seconds = Math.max(1, Math.min(HIGHEST_SECONDS, seconds));
    }

    /** The header says the wait itself, rounded up. */
    public static RetryAfter in(Duration wait) {
        return new RetryAfter(wait, up(millis(wait), MILLIS_PER_SECOND));
    }

    /** The exact wait in milliseconds, rounded up. */
    long millis() {
        return millis(exact);
    }

    private static long millis(Duration wait) {
        return wait.getSeconds() * MILLIS_PER_SECOND + up(wait.getNano(), NANOS_PER_MILLISECOND);
    }

    private static long up(long value, long unit) {
        return -Math.floorDiv(-value, unit);
    }
}
