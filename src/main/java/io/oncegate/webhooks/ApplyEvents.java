package io.oncegate.webhooks;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Applies what was received: at once what this instance has stored, and what else is due. It takes as many webhooks as
 * it has hands free; each is leased to it alone, and succeeds or fails alone.
 */
@ApplicationScoped
class ApplyEvents {

    private static final Logger LOG = Logger.getLogger(ApplyEvents.class);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    /** Above what applying one takes, all of its statements' limits included. */
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final WebhookEvents events;
    private final ApplyOne one;
    private final Ids ids;
    private final Later later;
    private final Semaphore hands;

    /** Somebody is about to look. */
    private final AtomicBoolean woken = new AtomicBoolean();
    /** There may be more than was taken. */
    private final AtomicBoolean more = new AtomicBoolean();

    @Inject
    ApplyEvents(WebhookEvents events, ApplyOne one, WebhooksConfig config, Ids ids, Background background) {
        this(events, one, config.atOnce(), ids, background::once);
    }

    ApplyEvents(WebhookEvents events, ApplyOne one, int atOnce, Ids ids, Later later) {
        this.events = events;
        this.one = one;
        this.ids = ids;
        this.later = later;
        this.hands = new Semaphore(atOnce);
    }

    void begin(@Observes StartupEvent started, Background background, WebhooksConfig config) {
        background.every(config.pollInterval(), "webhooks", this::take);
    }

    /** Something was stored: it is looked for soon, however often this is called before. Returns at once. */
    void wake() {
        if (woken.compareAndSet(false, true)) {
            later.after(Duration.ZERO, this::look);
        }
    }

    private void look() {
        woken.set(false);
        take().subscribe().with(taken -> {}, failure -> LOG.debug("webhooks could not be taken", failure));
    }

    /** Takes what is due, and does not wait for its end. */
    Uni<Counts> take() {
        int free = hands.drainPermits();
        if (free == 0) {
            more.set(true);
            return Uni.createFrom().item(Counts.NOTHING);
        }
        return events.claim(ids.token(), free, LEASE, Deadline.in(STATEMENT_LIMIT))
                .onFailure()
                .invoke(failure -> hands.release(free))
                .invoke(claimed -> begin(claimed, free))
                .replaceWith(Counts.NOTHING);
    }

    private void begin(List<ClaimedEvent> claimed, int free) {
        hands.release(free - claimed.size());
        if (claimed.size() == free) {
            more.set(true);
        }
        claimed.forEach(this::work);
        takeMore();
    }

    private void work(ClaimedEvent event) {
        one.apply(event).subscribe().with(done -> ended(), failure -> {
            LOG.debugf(failure, "what came of a webhook could not be recorded id=%s", event.id());
            ended();
        });
    }

    private void ended() {
        hands.release();
        takeMore();
    }

    private void takeMore() {
        if (hands.availablePermits() > 0 && more.getAndSet(false)) {
            wake();
        }
    }
}
