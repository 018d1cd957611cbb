package io.oncegate.ops;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.phase.StorageProbe;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Looks after PostgreSQL all the time: an instance becomes ready without a request, and health tells what is now and
 * not what the last request met. Its log lines say when PostgreSQL went away and when it came back.
 */
@ApplicationScoped
class StorageWatch {

    /** Soon enough for a probe of every few seconds, and nothing beside the traffic. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Background background;
    private final StorageProbe storage;

    StorageWatch(Background background, StorageProbe storage) {
        this.background = background;
        this.storage = storage;
    }

    void begin(@Observes StartupEvent started) {
        background.every(INTERVAL, "storage-watch", () -> storage.look().replaceWith(Counts.NOTHING));
    }
}
