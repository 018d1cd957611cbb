package io.oncegate.idempotency.operation;

import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a request wants done once. The first phase is a statement that claims the key and does the phase's work; the
 * phases after it are the operation's own, each fenced by the token that it holds.
 */
public interface Operation extends InProgress {

    /** The first phase. */
    FirstPhase firstPhase();

    /**
     * Runs whatever follows the recovery point that is held, to the recorded response. Called after the first phase and
     * again, with a later recovery point, by whoever takes over a key whose worker is gone.
     */
    Uni<Recording> proceed(Held held, Deadline deadline);

    @Override
    default Optional<Uni<Recording>> goOn(@Nullable String resourceId, Deadline deadline) {
        return HELD.goOn(resourceId, deadline);
    }

    /**
     * Answers a request whose first phase the database refused, so that nothing of it was done. By default that is a
     * fault.
     */
    default Uni<Answer> whenViolated(ConstraintViolatedException violation, Deadline deadline) {
        return Uni.createFrom().failure(violation);
    }
}
