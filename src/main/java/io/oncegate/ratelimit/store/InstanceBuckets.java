package io.oncegate.ratelimit.store;

import java.util.List;

/**
 * Buckets of this instance alone, in its memory: exact, at once, and gone with it. Whatever algorithm a limit has, they
 * are token buckets of its capacity and rate. Safe for use from any thread.
 *
 * <p>Their number is bounded. A bucket that has been idle long enough to be full is forgotten and loses nothing; where
 * more are in use than there is room for, those used least are forgotten as well, and begin full when they come back.
 */
public interface InstanceBuckets {

    /**
     * Charges all buckets or none, as {@link SharedBuckets#take} does.
     *
     * @param charges for different keys
     * @return an answer for each charge, in their order
     */
    List<Taken> take(List<Charge> charges);

    /** Takes the cost whatever is there, down to nothing: what another store has decided is counted here too. */
    void charge(Charge charge);

    /** Gives tokens back that were taken and not used, up to full. */
    void giveBack(Charge charge);

    /** What {@link #take} would answer to this charge alone; nothing is taken. */
    Taken peek(Charge charge);
}
