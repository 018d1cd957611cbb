package io.oncegate.overload;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When the service switches its profile by itself, one step at a time: to a worse one as soon as the queue is nearly
 * full, to a better one when it has been nearly empty for a while; in between nothing changes. No profile is left before
 * it has been kept for the dwell time, so that load that comes and goes switches at most once in it. Not thread-safe.
 *
 * <pre>
 *            full          full
 *   NORMAL --------> DEGRADED --------> EMERGENCY
 *          <-------          <--------
 *        calm for dwell   calm for dwell      (only what was switched so)
 * </pre>
 */
final class ProfileSwitch {

    private final double worseFrom;
    private final double betterBelow;
    private final long dwellNanos;
    private final LongSupplier nanoClock;

    private Profile seen = Profile.NORMAL;
    private long seenSince;
    private boolean calm;
    private long calmSince;

    /** Fills are from 0 to 1; {@code betterBelow < worseFrom}. */
    ProfileSwitch(double worseFrom, double betterBelow, Duration dwell, LongSupplier nanoClock) {
        this.worseFrom = worseFrom;
        this.betterBelow = betterBelow;
        this.dwellNanos = dwell.toNanos();
        this.nanoClock = nanoClock;
        this.seenSince = nanoClock.getAsLong() - dwellNanos;
    }

    /**
     * To be called often.
     *
     * @param present the profile that holds, whoever wanted it
     * @param automatic whether the service itself did
     * @param fill how full the queue is
     * @return the profile to change to, if any
     */
    Optional<Profile> look(Profile present, boolean automatic, double fill) {
        long now = nanoClock.getAsLong();
        if (present != seen) {
            seen = present;
            seenSince = now;
        }
        boolean wasCalm = calm;
        calm = fill < betterBelow;
        if (calm && !wasCalm) {
            calmSince = now;
        }
        if (now - seenSince < dwellNanos) {
            return Optional.empty();
        }
        if (fill >= worseFrom) {
            return neighbour(present, 1);
        }
        boolean calmForLong = calm && now - calmSince >= dwellNanos;
        return calmForLong && automatic ? neighbour(present, -1) : Optional.empty();
    }

    private static Optional<Profile> neighbour(Profile present, int step) {
        int ordinal = present.ordinal() + step;
        return ordinal < 0 || ordinal >= Profile.values().length
                ? Optional.empty()
                : Optional.of(Profile.values()[ordinal]);
    }
}
