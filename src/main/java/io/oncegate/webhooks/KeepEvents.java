package io.oncegate.webhooks;

import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.oncegate.request.Stage;
import io.oncegate.webhooks.signature.Proof;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Keeps signed webhooks: what is acknowledged is stored. */
@ApplicationScoped
class KeepEvents {

    private static final Logger LOG = Logger.getLogger(KeepEvents.class);

    private final WebhookEvents events;
    private final ApplyEvents applying;
    private final WebhooksConfig config;
    private final Ids ids;
    private final WebhookMetrics metrics;

    KeepEvents(WebhookEvents events, ApplyEvents applying, WebhooksConfig config, Ids ids, WebhookMetrics metrics) {
        this.events = events;
        this.applying = applying;
        this.config = config;
        this.ids = ids;
        this.metrics = metrics;
    }

    /** Fails where it is not stored; it is applied afterwards, on nobody's time. */
    Uni<Void> keep(Source source, Proof proof, byte[] body, Deadline deadline) {
        NewEvent event = NewEvent.of(ids.ulid(), source.name(), proof, about(source, body), body);
        return Stage.of("webhook", events.store(event, config.parkFor(), deadline), (stage, stored) -> {
                    stage.say("oncegate.account", event.account());
                    stage.say("oncegate.outcome", stored.word());
                })
                .invoke(stored -> tell(event, stored))
                .onFailure()
                .invoke(failure -> metrics.count(source.name(), WebhookMetrics.NOT_STORED))
                .replaceWithVoid();
    }

    private void tell(NewEvent event, Stored stored) {
        metrics.count(event.account(), stored.word());
        if (stored == Stored.ACCEPTED) {
            applying.wake();
        } else if (stored == Stored.VARIANT) {
            LOG.warnf(
                    "another body came under the id of a webhook that is here already, it is kept and not applied"
                            + " account=%s type=%s",
                    event.account(), event.type());
        }
    }

    /** A body that its own reader fails on is stored all the same, and fails alone when it is to be applied. */
    private static About about(Source source, byte[] body) {
        try {
            return source.teller().about(body).orElse(About.NOTHING);
        } catch (RuntimeException fault) {
            LOG.debugf("a webhook could not be read account=%s", source.name());
            return About.NOTHING;
        }
    }
}
