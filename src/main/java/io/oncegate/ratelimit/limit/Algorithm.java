package io.oncegate.ratelimit.limit;

import java.util.Arrays;
import java.util.Optional;

/** How a limit counts. N is its capacity; its window is N divided by its refill rate. */
public enum Algorithm {
    /** A bucket of N tokens that refills continuously: at most N + rate * T in any time T. */
    TOKEN_BUCKET("token-bucket", 't'),
    /** N in each window, counted from the first request on: up to 2 N around a window's end. */
    FIXED_WINDOW("fixed-window", 'f'),
    /**
     * Two windows' counters, the older one weighted by what still lies in the window: N in any window where requests come
     * evenly, near 2 N where a burst at the end of one is followed by as many as are let through.
     */
    SLIDING_WINDOW("sliding-window", 's'),
    /** One each 1/rate, evenly; no burst, and nothing waits in it. */
    LEAKY_BUCKET("leaky-bucket", 'l');

    private final String wire;
    private final char code;

    Algorithm(String wire, char code) {
        this.wire = wire;
        this.code = code;
    }

    /** Its name in configuration and bodies. */
    public String wire() {
        return wire;
    }

    /** Its letter in the shared script's arguments. */
    public char code() {
        return code;
    }

    /** The algorithm of that name, if there is one. */
    public static Optional<Algorithm> of(String wire) {
        return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
    }
}
