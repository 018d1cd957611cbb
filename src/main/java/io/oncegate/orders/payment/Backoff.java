package io.oncegate.orders.payment;

import java.time.Duration;

/** When an attempt whose outcome is not known is looked after again: after 1, 2, 4, 8 seconds and so on, up to an hour. */
final class Backoff {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** 2^12 seconds are more than an hour. */
    private static final int MOST_DOUBLINGS = 12;

    private Backoff() {}

    /** {@code checks}: how often it was looked after before. */
    static Duration after(int checks) {
        Duration doubled = Duration.ofSeconds(1L << Math.min(checks, MOST_DOUBLINGS));
        return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    }
}
