package io.oncegate.ratelimit.instances;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Instances that are alive. Each writes a heartbeat; one that has written none for three intervals is no longer counted.
 * Safe for use by any thread.
 */
@ApplicationScoped
public class LiveInstances {

    private static final Logger LOG = Logger.getLogger(LiveInstances.class);

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Three intervals: one heartbeat may be lost and one late. */
    private static final Duration ALIVE = Duration.ofSeconds(15);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(3);

    /** After the background's end (2500), so that no heartbeat follows. */
    private static final int LAST = 3000;

    private final int floor;
    private final Heartbeats heartbeats;
    private final String id;

    private volatile int others;
    private volatile boolean missed;

    LiveInstances(InstancesConfig config, Heartbeats heartbeats, Ids ids) {
        this.floor = config.instances();
        this.heartbeats = heartbeats;
        this.id = ids.ulid();
    }

    /** This one included; at least as many as are configured. */
    public int count() {
        return Math.max(floor, others + 1);
    }

    /** Waits, as every step of the start does: the first requests meet the right share. */
    void begin(@Observes StartupEvent migrated, Background background) {
        beat().subscribeAsCompletionStage().join();
        background.every(INTERVAL, "heartbeat", this::beat);
    }

    Uni<Counts> beat() {
        return heartbeats
                .beat(id, ALIVE, Deadline.in(STATEMENT_LIMIT))
                .invoke(this::seen)
                .onFailure()
                .invoke(failure -> missed = true)
                .replaceWith(Counts.NOTHING);
    }

    /** Whoever could not reach PostgreSQL finds the others' last heartbeats old as well, and gives them time for one. */
    private void seen(int present) {
        others = missed ? Math.max(others, present) : present;
        missed = false;
    }

    void leave(@Observes @Priority(LAST) ShutdownEvent stopping) throws InterruptedException {
        try {
            heartbeats
                    .leave(id, Deadline.in(STATEMENT_LIMIT))
                    .subscribeAsCompletionStage()
                    .get(STATEMENT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("the others learn that this instance has ended from its silence");
        }
    }
}
