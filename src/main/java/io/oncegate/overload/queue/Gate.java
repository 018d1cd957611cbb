package io.oncegate.overload.queue;

import io.oncegate.overload.queue.Refusal.Reason;
import io.oncegate.request.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Permits, and the queue in front of them.
 *
 * <pre>
 *   announce --> on its way --> enter --permit free--> in --giveBack--> out
 *      \                          \--none--> waiting --its turn--> in
 *       \-- no room, or no time    \-- no room, or no time left   \-- its time is over, or it left
 * </pre>
 *
 * Room is counted at the door: those on their way, and those that wait, are never more than may wait and permits that
 * are free. Thread-safe; guests are told outside of the lock. Every step takes the same time, however many wait.
 */
public final class Gate {

    /** Of a new measurement in the mean of how long a permit is held. */
    private static final double RECENT = 0.1;

    private final IntSupplier limit;
    private final Supplier<Bounds> bounds;
    private final LongSupplier nanoClock;
    private final FairQueue queue = new FairQueue();

    private int inUse;
    private double meanHoldNanos;

    /**
     * A gate that nobody has passed.
     *
     * @param limit permits, as many as there are now
     * @param bounds of the queue, as they are now
     * @param nanoClock monotonic
     */
    public Gate(IntSupplier limit, Supplier<Bounds> bounds, LongSupplier nanoClock) {
        this.limit = limit;
        this.bounds = bounds;
        this.nanoClock = nanoClock;
    }

    /** Keeps a place for a request that has so much time left, if there is room and its turn will come in time. */
    public Announcement announce(Rank rank, Duration left) {
        synchronized (this) {
            Optional<Reason> reason = reasonAgainst(rank, left);
            if (reason.isPresent()) {
                return new Announcement.TurnedAway(refusal(reason.get(), rank));
            }
            queue.line(rank.serviceClass()).announce(rank);
            return new Announcement.Expected(new Place(this, rank, true));
        }
    }

    /** What {@link #announce} would turn such a request away with; empty where it would keep a place. */
    public synchronized Optional<Refusal> against(Rank rank, Duration left) {
        return reasonAgainst(rank, left).map(reason -> refusal(reason, rank));
    }

    /** A place for a request that is let through the door whatever waits; it may be refused when it arrives. */
    public Place withoutRoom(Rank rank) {
        return new Place(this, rank, false);
    }

    private Optional<Reason> reasonAgainst(Rank rank, Duration left) {
        ClassLine line = queue.line(rank.serviceClass());
        int free = free();
        Bounds now = bounds.get();
        if (line.expectedOf(rank.tenant()) >= now.perTenant() + free) {
            return Optional.of(Reason.TENANT_FULL);
        }
        if (line.expected() >= now.of(rank.serviceClass()) + free) {
            return Optional.of(Reason.CLASS_FULL);
        }
        // Whoever would be the first of its tenant may always try: a mean that is wrong heals only by new ones.
        boolean first = line.waitingOf(rank.tenant()) == 0;
        return !first && predictedWait(rank).compareTo(left) > 0 ? Optional.of(Reason.TOO_LONG) : Optional.empty();
    }

    Waiting enter(Place place, Deadline deadline, Guest guest) {
        Refusal refusal = null;
        Waiting entry;
        synchronized (this) {
            Rank rank = place.rank();
            entry = new Waiting(this, rank, deadline, guest, nanoClock.getAsLong());
            ClassLine line = queue.line(rank.serviceClass());
            if (place.use()) {
                line.arrived(rank);
            }
            Bounds now = bounds.get();
            if (deadline.passed()) {
                refusal = refusal(Reason.TOO_LATE, rank);
            } else if (free() > 0 && queue.isEmpty()) {
                inUse++;
            } else if (line.waitingOf(rank.tenant()) >= now.perTenant()) {
                refusal = refusal(Reason.TENANT_FULL, rank);
            } else if (line.waiting() >= now.of(rank.serviceClass())) {
                refusal = refusal(Reason.CLASS_FULL, rank);
            } else {
                line.add(entry);
                return entry;
            }
        }
        if (refusal == null) {
            guest.letIn(Duration.ZERO);
        } else {
            guest.refused(refusal);
        }
        return entry;
    }

    void lower(Place place, ServiceClass lower) {
        synchronized (this) {
            Rank now = place.rank();
            if (now.serviceClass().compareTo(lower) >= 0) {
                return;
            }
            place.become(now.in(lower));
            if (place.isKept()) {
                queue.line(now.serviceClass()).arrived(now);
                queue.line(lower).announce(place.rank());
            }
        }
    }

    Rank rankOf(Place place) {
        synchronized (this) {
            return place.rank();
        }
    }

    void end(Place place) {
        synchronized (this) {
            if (place.use()) {
                queue.line(place.rank().serviceClass()).arrived(place.rank());
            }
        }
    }

    boolean leave(Waiting entry) {
        synchronized (this) {
            return queue.line(entry.rank().serviceClass()).remove(entry);
        }
    }

    void expire(Waiting entry) {
        Refusal refusal;
        synchronized (this) {
            refusal = refusal(Reason.EXPIRED, entry.rank());
            if (!queue.line(entry.rank().serviceClass()).remove(entry)) {
                return;
            }
        }
        entry.guest().refused(refusal);
    }

    /** Takes a permit whether there is one or not: for whoever had one, gave it back to wait, and goes on. */
    public void takeAgain() {
        synchronized (this) {
            inUse++;
        }
    }

    /** Gives a permit back that was held for so long. To be called once for each that was had. */
    public void giveBack(Duration held) {
        synchronized (this) {
            inUse--;
            double nanos = held.toNanos();
            meanHoldNanos = meanHoldNanos == 0 ? nanos : meanHoldNanos + RECENT * (nanos - meanHoldNanos);
        }
        letInWhoeverMay();
    }

    /** To be called when there may be more permits than before. */
    public void letInWhoeverMay() {
        List<Runnable> tell = new ArrayList<>();
        synchronized (this) {
            while (free() > 0) {
                Waiting next = queue.poll();
                if (next == null) {
                    break;
                }
                if (next.deadline().passed()) {
                    Refusal refusal = refusal(Reason.EXPIRED, next.rank());
                    tell.add(() -> next.guest().refused(refusal));
                } else {
                    inUse++;
                    Duration waited = Duration.ofNanos(nanoClock.getAsLong() - next.sinceNanos());
                    tell.add(() -> next.guest().letIn(waited));
                }
            }
        }
        tell.forEach(Runnable::run);
    }

    /** Permits that are had now. */
    public synchronized int inUse() {
        return inUse;
    }

    /** How many of a class wait. */
    public synchronized int depth(ServiceClass serviceClass) {
        return queue.line(serviceClass).waiting();
    }

    /** How much of what may wait of a class does, from 0 to 1. */
    public synchronized double fill(ServiceClass serviceClass) {
        int most = bounds.get().of(serviceClass);
        return most == 0 ? 0 : (double) queue.line(serviceClass).waiting() / most;
    }

    private int free() {
        return Math.max(0, limit.getAsInt() - inUse);
    }

    private Refusal refusal(Reason reason, Rank rank) {
        boolean victim =
                reason != Reason.TOO_LATE && queue.line(rank.serviceClass()).hasLessThanItsShare(rank);
        return new Refusal(reason, predictedWait(rank), victim);
    }

    /** How long those take that wait in front of the tenant's next one. */
    private Duration predictedWait(Rank rank) {
        ClassLine line = queue.line(rank.serviceClass());
        int inFront = line.waitingOf(rank.tenant());
        double share = queue.shareOf(rank.serviceClass()) * line.shareOf(rank);
        return Duration.ofNanos((long) (inFront * meanHoldNanos / (Math.max(1, limit.getAsInt()) * share)));
    }
}
