package io.oncegate.sandbox.dialect;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has become of an object, and what status requests see of it: while they lag that is what it was before its last
 * change, or nothing where it was not there. Before its first state the object does not exist.
 */
public final class Observed<S> {
    private final InstantSource clock;
    private @Nullable S before;
    private @Nullable S now;
    private Instant lagsUntil = Instant.MIN;
    private boolean failsNext;

    public Observed(InstantSource clock) {
        this.clock = clock;
    }

    public void become(S next) {
        if (!lags()) {
            before = now;
        }
        now = next;
    }

    public Optional<S> now() {
        return Optional.ofNullable(now);
    }

    public Optional<S> seen() {
        return Optional.ofNullable(lags() ? before : now);
    }

    /** Status requests do not see its last change before {@code millis} have passed. */
    public void lagFor(long millis) {
        lagsUntil = clock.instant().plusMillis(millis);
    }

    public boolean lags() {
        return clock.instant().isBefore(lagsUntil);
    }

    /** The next status request fails. */
    public void failNext() {
        failsNext = true;
    }

    /** Whether this status request fails; the one after it does not. */
    boolean takeFailure() {
        var fails = failsNext;
        failsNext = false;
        return fails;
    }
}
