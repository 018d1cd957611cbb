package io.oncegate.ratelimit.store;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;

/**
 * Buckets that all instances share. Safe for use from any event loop; a result arrives on the caller's context.
 *
 * <p>Every call has a deadline and every failure is a {@link StoreFailedException}, which arrives within that deadline,
 * at once where the store is known to be away. A call that failed may have charged; it is never repeated for a caller.
 */
public interface SharedBuckets {

    /**
     * Charges all buckets or none, in one round trip; all keys are of one slot.
     *
     * @param charges for different keys
     * @param most how long the caller waits at most; the store's own limit applies too
     * @return an answer for each charge, in their order
     */
    Uni<List<Taken>> take(List<Charge> charges, Duration most);

    /** Gives tokens back that were taken and not used. Nobody waits for it, and it is not repeated when it fails. */
    void giveBack(List<Charge> charges);

    /** Whether the store answers; false while its breaker is open, and while there is no connection. */
    boolean answering();

    /**
     * When the store last answered again after it had been away, on the clock of {@link System#nanoTime()}: now while
     * there is no connection, since its next answer may be given by empty buckets; far in the past where it never was
     * away.
     */
    long backSinceNanos();
}
