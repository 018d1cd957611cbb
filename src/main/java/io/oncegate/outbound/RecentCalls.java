package io.oncegate.outbound;

import java.time.Duration;

/** How the calls of the last ten seconds ended, to a tenth of a second. Whoever uses it holds its breaker's lock. */
final class RecentCalls {

    private static final int SLOTS = 100;
    private static final long SLOT_NANOS = Duration.ofSeconds(10).toNanos() / SLOTS;

    /** Fewer calls say nothing. */
    private static final int ENOUGH = 20;

    private final long[] slotNumbers = new long[SLOTS];
    private final int[] calls = new int[SLOTS];
    private final int[] failures = new int[SLOTS];

    void add(boolean failed, long now) {
        long number = Math.floorDiv(now, SLOT_NANOS);
        int slot = (int) Math.floorMod(number, (long) SLOTS);
        if (slotNumbers[slot] != number) {
            slotNumbers[slot] = number;
            calls[slot] = 0;
            failures[slot] = 0;
        }
        calls[slot]++;
        failures[slot] += failed ? 1 : 0;
    }

    /** There were enough of them, and half of them failed. */
    boolean mostlyFailed(long now) {
        long oldest = Math.floorDiv(now, SLOT_NANOS) - SLOTS;
        long all = 0;
        long failed = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (slotNumbers[slot] > oldest) {
                all += calls[slot];
                failed += failures[slot];
            }
        }
        return all >= ENOUGH && failed * 2 >= all;
    }

    void forget() {
        for (int slot = 0; slot < SLOTS; slot++) {
            calls[slot] = 0;
            failures[slot] = 0;
        }
    }
}
