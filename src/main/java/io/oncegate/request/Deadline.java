package io.oncegate.request;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The moment at which a request's time budget is used up, on a monotonic clock, so that a step of the wall clock
 * neither grants nor takes time. Immutable and safe for use by any thread.
 */
public final class Deadline {

    private final LongSupplier nanoClock;
    private final long endNanos;

    private Deadline(LongSupplier nanoClock, long endNanos) {
        this.nanoClock = nanoClock;
        this.endNanos = endNanos;
    }

    /** A deadline {@code budget} after {@code startNanos}, a reading of {@code nanoClock}. */
    public static Deadline of(LongSupplier nanoClock, long startNanos, Duration budget) {
        return new Deadline(nanoClock, startNanos + budget.toNanos());
    }

    /** A deadline {@code budget} from now on the JVM's monotonic clock, for work that no request asked for. */
    public static Deadline in(Duration budget) {
        return of(System::nanoTime, System.nanoTime(), budget);
    }

    /** Time that is left; {@link Duration#ZERO} once the deadline has passed, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - nanoClock.getAsLong()));
    }

    /** True once nothing is left. */
    public boolean passed() {
        return endNanos - nanoClock.getAsLong() <= 0;
    }
}
