package io.oncegate.idempotency.operation;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;

/**
 * An operation whose response is known before its only statement, which claims the key, does the work and finishes the
 * key at once.
 */
public record OnePhase(FirstPhase firstPhase) implements Operation {

    @Override
    public Uni<Recording> proceed(Held held, Deadline deadline) {
        return Uni.createFrom()
                .item(new Recording.Recorded(firstPhase.response().orElseThrow()));
    }
}
