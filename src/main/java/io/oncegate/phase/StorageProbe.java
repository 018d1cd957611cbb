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

    private final Statements statements;

    StorageProbe(Statements statements) {
        this.statements = statements;
    }

    /** Completes when it has answered, fails when it has not. */
    public Uni<Void> look() {
        return Uni.createFrom()
                .deferred(() -> statements.once(Deadline.in(PATIENCE), ASK))
                .replaceWithVoid();
    }
}
