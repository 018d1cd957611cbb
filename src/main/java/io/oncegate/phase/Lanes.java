package io.oncegate.phase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Who comes while a lane is free leaves at once; who comes later waits, and leaves when a lane becomes free, with some of
 * those that wait too. So nobody waits for company, and the more there is to do, the more is done at once. Thread-safe.
 *
 * <pre>
 *   lane:  free --somebody comes--> taken --its work has ended--> taken by those who wait
 *            ^                        |
 *            +------nobody waits------+
 * </pre>
 */
final class Lanes<T> {

    /** What becomes of somebody who comes. */
    enum Arrival {
        /** Has a lane, and must end it. */
        LEAVES,
        WAITS,
        /** As many as may wait were waiting already. */
        REFUSED
    }

    private final int lanes;
    private final int together;
    private final int mostWaiting;
    private final Queue<T> waiting = new ArrayDeque<>();
    private int taken;

    /**
     * @param lanes how many there are, at least 1
     * @param together how many may leave on one at a time, at least 1
     */
    Lanes(int lanes, int together, int mostWaiting) {
        this.lanes = lanes;
        this.together = together;
        this.mostWaiting = mostWaiting;
    }

    synchronized Arrival come(T one) {
        if (taken < lanes) {
            taken++;
            return Arrival.LEAVES;
        }
        if (waiting.size() >= mostWaiting) {
            return Arrival.REFUSED;
        }
        waiting.add(one);
        return Arrival.WAITS;
    }

    /** Ends a lane. Those that are returned, first come first, have it now and must end it; it is free where there are none. */
    synchronized List<T> end() {
        List<T> next = new ArrayList<>(Math.min(together, waiting.size()));
        while (next.size() < together && !waiting.isEmpty()) {
            next.add(waiting.remove());
        }
        if (next.isEmpty()) {
            taken--;
        }
        return next;
    }
}
