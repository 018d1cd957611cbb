package io.oncegate.background;

import java.time.Duration;

/** Calls back later: Vert.x in the service, a test's hand in tests. */
@FunctionalInterface
interface Timer {

    /**
     * Runs {@code action} once, {@code delay} from now.
     *
     * @return what undoes it; without effect once the action has begun
     */
    Runnable after(Duration delay, Runnable action);
}
