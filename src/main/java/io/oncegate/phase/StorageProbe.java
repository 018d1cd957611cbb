package io.oncegate.phase;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * Asks PostgreSQL for nothing, to learn whether it answers. {@link StorageState} knows the outcome, so that it is known
 * when nobody else asks.
 */
@ApplicationScoped
public class StorageProbe {

    private static final String ASK = "SELECT 1";

    /** Shorter than a statement may take: a server that is slower than this with nothing is in trouble. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** At the start it waits behind the connections that are opened in advance, and nobody is served yet. */
    private static final Duration PATIENCE_AT_THE_START = Duration.ofSeconds(10);

    private final Statements statements;
    private final StorageState state;

    StorageProbe(Statements statements, StorageState state) {
        this.statements = statements;
        this.state = state;
    }

    /** Completes when it has answered, fails when it has not. */
    public Uni<Void> look() {
        return Uni.createFrom()
                .deferred(() -> statements.once(Deadline.in(patience()), ASK))
                .replaceWithVoid();
    }

    private Duration patience() {
        return state.connectedOnce() ? PATIENCE : PATIENCE_AT_THE_START;
    }
}
