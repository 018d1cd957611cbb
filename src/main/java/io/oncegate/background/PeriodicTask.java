package io.oncegate.background;

import io.smallrye.mutiny.Uni;

/** Work that is done again and again. */
@FunctionalInterface
public interface PeriodicTask {

    /**
     * Does what there is to do now and tells how much it was. Begins on an event loop, so it must not block; it is never
     * called before the last run has ended, so each run must end: every call it makes to the outside has a time limit.
     */
    Uni<Counts> runOnce();
}
