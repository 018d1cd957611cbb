package io.oncegate.overload.queue;

import io.oncegate.request.Deadline;

/**
 * A place that is kept for a request between the door and the queue, so that whoever was let through the door finds
 * room. Thread-safe.
 *
 * <pre>
 *   kept --enter--> used
 *     \---- end --> given up
 * </pre>
 */
public final class Place {

    private final Gate gate;
    private Rank rank;
    private boolean kept;

    Place(Gate gate, Rank rank, boolean kept) {
        this.gate = gate;
        this.rank = rank;
        this.kept = kept;
    }

    /** Lowers the request to a class. */
    public void lower(ServiceClass lower) {
        gate.lower(this, lower);
    }

    /** Arrives. The place is used up with the first arrival; who arrives again waits without one. */
    public Waiting enter(Deadline deadline, Guest guest) {
        return gate.enter(this, deadline, guest);
    }

    /** The request is over. */
    public void end() {
        gate.end(this);
    }

    /** The request's class as it is now. */
    public ServiceClass serviceClass() {
        return gate.rankOf(this).serviceClass();
    }

    Rank rank() {
        return rank;
    }

    void become(Rank other) {
        rank = other;
    }

    /** True for the first who asks. */
    boolean use() {
        boolean was = kept;
        kept = false;
        return was;
    }

    boolean isKept() {
        return kept;
    }
}
