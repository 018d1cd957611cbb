package io.oncegate.outbound;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How many calls may begin: a second's worth at once, and after that as many a second. Thread-safe. */
final class Quota {

    /** What a call costs; each nanosecond brings as many as there are calls in a second. */
    private static final long PARTS = Duration.ofSeconds(1).toNanos();

    private final int perSecond;
    private final LongSupplier nanoClock;

    private long parts;
    private long at;

    /** {@code nanoClock} as {@link System#nanoTime()}. */
    Quota(int perSecond, LongSupplier nanoClock) {
        this.perSecond = perSecond;
        this.nanoClock = nanoClock;
        this.parts = full();
        this.at = nanoClock.getAsLong();
    }

    /** How many calls could begin now. */
    synchronized int left() {
        refill();
        return (int) (parts / PARTS);
    }

    /** Takes one call; when there is none, the time until there is. */
    synchronized Optional<Duration> take() {
        refill();
        if (parts >= PARTS) {
            parts -= PARTS;
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos((PARTS - parts + perSecond - 1) / perSecond));
    }

    private void refill() {
        long now = nanoClock.getAsLong();
        long passed = Math.max(0, Math.min(PARTS, now - at));
        parts = Math.min(full(), parts + passed * perSecond);
        at = now;
    }

    private long full() {
        return PARTS * perSecond;
    }
}
