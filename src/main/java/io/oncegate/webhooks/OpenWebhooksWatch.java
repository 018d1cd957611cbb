package io.oncegate.webhooks;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Keeps the gauges of what waits up to date. */
@ApplicationScoped
class OpenWebhooksWatch {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    private final WebhookEvents events;
    private final WebhookMetrics metrics;

    OpenWebhooksWatch(WebhookEvents events, WebhookMetrics metrics) {
        this.events = events;
        this.metrics = metrics;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "open-webhooks", this::look);
    }

    private Uni<Counts> look() {
        return events.open(Deadline.in(STATEMENT_LIMIT)).invoke(metrics::open).replaceWith(Counts.NOTHING);
    }
}
