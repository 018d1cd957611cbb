package io.oncegate.webhooks;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.stream.Collectors;

/** Deletes webhooks some time after their end, in small statements. Several instances do it side by side. */
@ApplicationScoped
class OldEvents {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    /** A run ends after this long even if there is more, so that a shutdown never waits for it. */
    private static final Duration LONGEST_RUN = Duration.ofSeconds(5);

    /** Small enough that no statement runs long. */
    private static final int BATCH = 200;

    private final WebhookEvents events;
    private final Duration keep;

    OldEvents(WebhookEvents events, WebhooksConfig config) {
        this.events = events;
        this.keep = config.keep();
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "old-webhooks", this::delete);
    }

    /** One run: batches until one is not full. */
    Uni<Counts> delete() {
        Deadline end = Deadline.in(LONGEST_RUN);
        return Multi.createBy()
                .repeating()
                .uni(() -> events.deleteOld(keep, BATCH, Deadline.in(STATEMENT_LIMIT)))
                .whilst(deleted -> deleted >= BATCH && !end.passed())
                .collect()
                .with(Collectors.summingLong(Integer::longValue))
                .map(total -> Counts.of("deleted", total));
    }
}
