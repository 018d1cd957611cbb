package io.oncegate.idempotency;

import io.smallrye.mutiny.Uni;

/** Work that goes on when whoever asked for it has gone. */
final class Detached {

    private Detached() {}

    /**
     * Runs {@code work} to its end once it is asked for. The framework cancels what it waits for when a client hangs up;
     * this is where the cancellation stops.
     */
    static <T> Uni<T> run(Uni<T> work) {
        return Uni.createFrom().emitter(emitter -> work.subscribe().with(emitter::complete, emitter::fail));
    }
}
