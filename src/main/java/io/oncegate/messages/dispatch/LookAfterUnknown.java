package io.oncegate.messages.dispatch;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.messages.Arrivals;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.dispatch.Aftercare.Doubt;
import io.oncegate.messages.dispatch.Aftercare.Means;
import io.oncegate.messages.dispatch.Aftercare.Remedy;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.messages.gateway.Gateways;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Looks after messages of which nobody knows whether they were taken: has them sent again where the gateway recognises
 * them, asks for them where it answers, and leaves the others to whoever tells of them.
 */
@ApplicationScoped
class LookAfterUnknown {

    private static final Logger LOG = Logger.getLogger(LookAfterUnknown.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);
    /** Gateways settle their own doubts within a day. */
    private static final Duration ASK_WITHIN = Duration.ofHours(24);

    private static final int MOST_AT_ONCE = 100;

    private final Gateways gateways;
    private final Aftercare aftercare;
    private final Arrivals arrivals;
    private final DispatchConfig config;

    LookAfterUnknown(Gateways gateways, Aftercare aftercare, Arrivals arrivals, DispatchConfig config) {
        this.gateways = gateways;
        this.aftercare = aftercare;
        this.arrivals = arrivals;
        this.config = config;
    }

    void begin(@Observes StartupEvent started, Background background) {
        for (Gateway gateway : gateways.all()) {
            background.every(INTERVAL, "unknown-messages-" + gateway.name(), hands(gateway)::look);
        }
    }

    Hands hands(Gateway gateway) {
        return new Hands(gateway);
    }

    /** Those who look after one gateway's messages: with at most a quarter of the calls that it may have in flight. */
    final class Hands {

        private static final int SHARE = 4;

        private final Gateway gateway;
        private final Means means;
        private final int most;
        private final AtomicInteger busy = new AtomicInteger();

        private Hands(Gateway gateway) {
            this.gateway = gateway;
            this.means = new Means(
                    gateway.descriptor().keyed(),
                    gateway.descriptor().answersQuestions(),
                    config.mostAttempts(),
                    ASK_WITHIN);
            this.most = means.askable() ? Math.max(1, gateway.mostInFlight() / SHARE) : MOST_AT_ONCE;
        }

        /** Takes what is due, and as soon as that is done takes more, while there is more than it can take. */
        Uni<Counts> look() {
            int free = means.askable() ? Math.min(most - busy.get(), gateway.callsLeft()) : most;
            if (free < 1) {
                return Uni.createFrom().item(Counts.NOTHING);
            }
            return aftercare
                    .doubts(gateway.name(), means, free, Deadline.in(STATEMENT_LIMIT))
                    .invoke(this::tell)
                    .chain(doubts -> act(doubts, doubts.size() >= free))
                    .replaceWith(Counts.NOTHING);
        }

        private void tell(List<Doubt> doubts) {
            doubts.stream()
                    .filter(doubt -> doubt.remedy() == Remedy.LEAVE)
                    .forEach(doubt -> LOG.warnf(
                            "nobody can tell whether a message was sent; it is left to receipts and operators"
                                    + " message=%s gateway=%s",
                            doubt.messageId(), gateway.name()));
            if (doubts.stream().anyMatch(doubt -> doubt.remedy() == Remedy.RESEND)) {
                arrivals.arrived(gateway.name());
            }
        }

        private Uni<Void> act(List<Doubt> doubts, boolean thereIsMore) {
            List<Doubt> open = doubts.stream()
                    .filter(doubt -> doubt.remedy() == Remedy.ASK)
                    .toList();
            busy.addAndGet(open.size());
            open.forEach(doubt -> ask(doubt.messageId(), thereIsMore));
            return open.isEmpty() && thereIsMore
                    ? look().replaceWithVoid()
                    : Uni.createFrom().voidItem();
        }

        private void ask(String messageId, boolean thereIsMore) {
            gateway.status(messageId)
                    .chain(outcome -> outcome.match(new Told(gateway.name(), messageId, aftercare)))
                    .subscribe()
                    .with(told -> ended(thereIsMore), failure -> {
                        LOG.debugf(failure, "an unknown message could not be looked after message=%s", messageId);
                        ended(false);
                    });
        }

        private void ended(boolean thereIsMore) {
            if (busy.decrementAndGet() == 0 && thereIsMore) {
                look().subscribe()
                        .with(done -> {}, failure -> LOG.debug("unknown messages could not be taken", failure));
            }
        }
    }
}
