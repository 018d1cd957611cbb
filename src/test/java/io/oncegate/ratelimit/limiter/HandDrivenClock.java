package io.oncegate.ratelimit.limiter;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A monotonic clock that moves when a test says so. */
final class HandDrivenClock implements LongSupplier {
    private long nanos = 1_000_000_000_000L;

    void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Override
    public long getAsLong() {
        return nanos;
    }
}
