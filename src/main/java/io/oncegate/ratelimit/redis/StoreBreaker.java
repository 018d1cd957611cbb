package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Whether the store is worth asking. Closed, it lets every call pass and counts how they end; open, it lets one pass at
 * intervals, and the first that ends well closes it. Thread-safe.
 *
 * <pre>
 *   closed --- enough calls, a share of them bad ---> open
 *   open ----- a probe ends well -------------------> closed, with nothing counted
 * </pre>
 */
final class StoreBreaker {

    /** What a call may do. */
    enum Pass {
        /** Nothing: the store is taken for away. */
        REFUSED,
        /** Ask; its end is counted. */
        CALL,
        /** Ask, on behalf of all: its end decides. */
        PROBE
    }

    /** What the end of a call did to the breaker. */
    enum Change {
        NONE,
        OPENED,
        CLOSED
    }

    private static final int SLOTS = 10;
    private static final int PERCENT = 100;

    /** Calls in a row that went badly: with so few callers that the breaker never opens, this was an outage as well. */
    private static final int AN_OUTAGE = 3;

    private final int enough;
    private final int badPercent;
    private final long slotNanos;
    private final long probeNanos;
    private final LongSupplier nanoClock;

    private final long[] slotNumbers = new long[SLOTS];
    private final int[] calls = new int[SLOTS];
    private final int[] bad = new int[SLOTS];

    private volatile boolean open;
    private volatile long closedSince;
    private long nextProbe;
    private int badInARow;

    StoreBreaker(RateLimitStoreConfig config, LongSupplier nanoClock) {
        this.enough = config.breakerCalls();
        this.badPercent = config.breakerPercent();
        this.slotNanos = config.breakerWindow().toNanos() / SLOTS;
        this.probeNanos = config.breakerProbe().toNanos();
        this.nanoClock = nanoClock;
        this.closedSince = nanoClock.getAsLong() - Long.MAX_VALUE / 2;
    }

    boolean isOpen() {
        return open;
    }

    /** When the store answered again after an outage, on its clock; far in the past when there was none. */
    long closedSince() {
        return closedSince;
    }

    Pass ask() {
        return open ? askOpen() : Pass.CALL;
    }

    private synchronized Pass askOpen() {
        long now = nanoClock.getAsLong();
        if (!open) {
            return Pass.CALL;
        }
        if (now - nextProbe < 0) {
            return Pass.REFUSED;
        }
        nextProbe = now + probeNanos;
        return Pass.PROBE;
    }

    /** To be told once for each call that passed. */
    synchronized Change ended(Pass pass, boolean well) {
        if (open) {
            return pass == Pass.PROBE && well ? close() : Change.NONE;
        }
        count(well);
        if (well && badInARow >= AN_OUTAGE) {
            closedSince = nanoClock.getAsLong();
        }
        badInARow = well ? 0 : badInARow + 1;
        return !well && isBad() ? open() : Change.NONE;
    }

    private Change open() {
        open = true;
        nextProbe = nanoClock.getAsLong() + probeNanos;
        return Change.OPENED;
    }

    private Change close() {
        Arrays.fill(calls, 0);
        Arrays.fill(bad, 0);
        closedSince = nanoClock.getAsLong();
        badInARow = 0;
        open = false;
        return Change.CLOSED;
    }

    private void count(boolean well) {
        long number = Math.floorDiv(nanoClock.getAsLong(), slotNanos);
        int slot = (int) Math.floorMod(number, (long) SLOTS);
        if (slotNumbers[slot] != number) {
            slotNumbers[slot] = number;
            calls[slot] = 0;
            bad[slot] = 0;
        }
        calls[slot]++;
        bad[slot] += well ? 0 : 1;
    }

    private boolean isBad() {
        long oldest = Math.floorDiv(nanoClock.getAsLong(), slotNanos) - SLOTS;
        long all = 0;
        long failed = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (slotNumbers[slot] > oldest) {
                all += calls[slot];
                failed += bad[slot];
            }
        }
        return all >= enough && failed * PERCENT >= all * badPercent;
    }
}
