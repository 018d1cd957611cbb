package io.oncegate.background;

import java.time.Duration;
import java.util.Optional;

/** When something is tried again: after 1, 2, 4, 8 seconds and so on, up to an hour. */
public final class Backoff {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** 2^12 seconds are more than an hour. */
    private static final int MOST_DOUBLINGS = 12;

    private Backoff() {}

    /** {@code times}: how often it was tried in vain before. */
    public static Duration after(int times) {
        return atMost(Duration.ofSeconds(1L << Math.min(Math.max(0, times), MOST_DOUBLINGS)));
    }

    /** The same, but not before somebody asked for it. */
    public static Duration after(int times, Optional<Duration> asked) {
        Duration own = after(times);
        return asked.filter(wait -> wait.compareTo(own) > 0)
                .map(Backoff::atMost)
                .orElse(own);
    }

    private static Duration atMost(Duration wait) {
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
