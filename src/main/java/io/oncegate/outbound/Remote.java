package io.oncegate.outbound;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;

/**
 * One account of a third party. Its calls have a time limit, a bulkhead, a quota and a breaker of their own, so that
 * whatever happens to it stops no other. A request leaves once or not at all: nothing is ever sent again. Safe for use
 * from any event loop.
 */
public interface Remote {

    /** How long nothing is sent after the credentials were refused: an operator's time, not a network's. */
    Duration PAUSE_AFTER_REFUSAL = Duration.ofSeconds(60);

    /**
     * Sends a request once. Never fails; ends within the connect timeout and the call's limit.
     *
     * @param leaveBy looked at immediately before the first byte leaves: when it has passed, nothing does
     */
    Uni<CallResult> call(OutboundRequest request, Deadline leaveBy);

    /**
     * When to come again, where no call would leave at this moment: the breaker is open, or as many calls as may be are in
     * flight. Empty where one would. Changes nothing, and promises nothing for the next moment.
     */
    Optional<Duration> unavailableFor();

    /** How many calls the quota has left at this moment. */
    int callsLeft();

    /** Calls that are under way at this moment. */
    int inFlight();

    /** Whether the breaker is open; it is until a call has ended well. */
    boolean isBreakerOpen();

    /** The third party refused the credentials: the breaker opens at once, for {@link #PAUSE_AFTER_REFUSAL}. */
    void credentialsRefused();

    /** Opens connections ahead of the first call; what fails is left to the call. */
    Uni<Void> warmUp();
}
