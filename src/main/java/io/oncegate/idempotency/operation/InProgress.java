package io.oncegate.idempotency.operation;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is made of a key that is in progress, whoever holds its lease. */
@FunctionalInterface
public interface InProgress {

    /** Whoever asks is told that the request is being executed, and may take the key over when its lease is over. */
    InProgress HELD = (resourceId, deadline) -> Optional.empty();

    /**
     * Goes on with what the key's first phase made, or tells how it stands; empty for an operation whose keys are held
     * by a lease alone.
     */
    Optional<Uni<Recording>> goOn(@Nullable String resourceId, Deadline deadline);
}
