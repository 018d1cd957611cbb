package io.oncegate.ratelimit.redis;

import java.util.function.LongSupplier;

/**
 * Whether connections reach the server, which shows sooner than the breaker opens. A server that was lost even for a
 * moment may have been started again without what it had counted, and a breaker of few calls would never know.
 * Thread-safe.
 */
final class Contact {

    private final LongSupplier nanoClock;
    private volatile boolean lost;
    private volatile long since;

    Contact(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong() - Long.MAX_VALUE / 2;
    }

    /** A connection broke, or there was none. */
    void lost() {
        lost = true;
    }

    /** The server answered. */
    void answered() {
        if (lost) {
            since = nanoClock.getAsLong();
            lost = false;
        }
    }

    boolean isLost() {
        return lost;
    }

    /** When the server was found again, and now while it is lost; far in the past where it never was. */
    long sinceNanos() {
        return lost ? nanoClock.getAsLong() : since;
    }
}
