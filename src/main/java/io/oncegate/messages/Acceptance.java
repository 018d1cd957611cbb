package io.oncegate.messages;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;

/**
 * Accepting a message, which is done with the statement that claims its key.
 *
 * @param stored is called once the message is safe
 */
record Acceptance(FirstPhase firstPhase, Runnable stored) implements Operation {

    @Override
    public Uni<Recording> proceed(Held held, Deadline deadline) {
        return Uni.createFrom().item(() -> {
            stored.run();
            return new Recording.Recorded(firstPhase.response().orElseThrow());
        });
    }
}
