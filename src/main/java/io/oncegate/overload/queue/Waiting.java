package io.oncegate.overload.queue;

import io.oncegate.request.Deadline;

/** One who has arrived at a {@link Gate}. Thread-safe. */
public final class Waiting {

    private final Gate gate;
    private final Rank rank;
    private final Deadline deadline;
    private final Guest guest;
    private final long sinceNanos;

    Waiting(Gate gate, Rank rank, Deadline deadline, Guest guest, long sinceNanos) {
        this.gate = gate;
        this.rank = rank;
        this.deadline = deadline;
        this.guest = guest;
        this.sinceNanos = sinceNanos;
    }

    /** Goes away; its guest is told nothing. False where it did not wait any more, having been let in or refused. */
    public boolean leave() {
        return gate.leave(this);
    }

    /** Is refused, because its time is over. Without effect where it did not wait any more. */
    public void expire() {
        gate.expire(this);
    }

    Rank rank() {
        return rank;
    }

    Deadline deadline() {
        return deadline;
    }

    Guest guest() {
        return guest;
    }

    long sinceNanos() {
        return sinceNanos;
    }
}
