package io.oncegate.phase;

import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Opens the pool's connections while the service starts. Proving the password costs each of them thousands of hash
 * rounds on an event loop; all at once, on code that is not compiled yet, under the first burst of requests, that would
 * be seconds in which nobody is answered.
 */
@ApplicationScoped
class PoolWarmUp {

    private static final Logger LOG = Logger.getLogger(PoolWarmUp.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Statements statements;
    private final DatabaseConfig config;

    PoolWarmUp(Statements statements, DatabaseConfig config) {
        this.statements = statements;
        this.config = config;
    }

    void open(@Observes StartupEvent started) {
        for (int connection = 0; connection < config.poolSize(); connection++) {
            statements
                    .once(Deadline.in(PATIENCE), "SELECT 1")
                    .subscribe()
                    .with(answered -> {}, failure -> LOG.debug("a connection was not opened in advance"));
        }
    }
}
