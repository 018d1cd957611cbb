package io.oncegate.overload.queue;

import java.time.Duration;

/** Whoever waits at a {@link Gate}. Is told exactly one of the two, by any thread, and must not block. */
public interface Guest {

    /**
     * It has a permit, and owes it to the gate.
     *
     * @param waited how long it was in the queue; zero where it met none
     */
    void letIn(Duration waited);

    /** It has nothing. */
    void refused(Refusal refusal);
}
