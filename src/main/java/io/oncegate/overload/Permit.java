package io.oncegate.overload;

import io.oncegate.overload.queue.Gate;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A permit, as long as the work lasts that it was given for. It is had while any part of that work goes on and none of
 * them is aside, and given back exactly once whenever that ends. Thread-safe.
 */
final class Permit {

    private final Gate gate;
    private final LongSupplier nanoClock;
    private int parts = 1;
    private int aside;
    private boolean had = true;
    private long sinceNanos;

    /** One that the gate has just given. */
    Permit(Gate gate, LongSupplier nanoClock) {
        this.gate = gate;
        this.nanoClock = nanoClock;
        this.sinceNanos = nanoClock.getAsLong();
    }

    /** Another part of the work begins. */
    void begin() {
        change(1, 0);
    }

    /** A part has ended. */
    void end() {
        change(-1, 0);
    }

    /** The work waits for somebody else. */
    void stepAside() {
        change(0, 1);
    }

    /** It waits no longer. */
    void stepBack() {
        change(0, -1);
    }

    /** Whether any part of the work goes on, be it aside. */
    synchronized boolean lasts() {
        return parts > 0;
    }

    private void change(int moreParts, int moreAside) {
        Duration held;
        synchronized (this) {
            parts += moreParts;
            aside += moreAside;
            boolean has = parts > 0 && aside == 0;
            if (has == had) {
                return;
            }
            had = has;
            if (has) {
                sinceNanos = nanoClock.getAsLong();
                gate.takeAgain();
                return;
            }
            held = Duration.ofNanos(nanoClock.getAsLong() - sinceNanos);
        }
        gate.giveBack(held);
    }
}
