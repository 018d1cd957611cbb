package io.oncegate.webhooks;

import java.time.Duration;

/** When something is tried again that could not be done: after 1, 2, 4, 8 seconds and so on, up to an hour. */
final class Backoff {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** 2^12 seconds are more than an hour. */
    private static final int MOST_DOUBLINGS = 12;

    private Backoff() {}

    /** {@code tries}: how often it was tried before. */
    static Duration after(int tries) {
        Duration doubled = Duration.ofSeconds(1L << Math.min(tries, MOST_DOUBLINGS));
        return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    }
}
