package io.oncegate.webhooks;

import io.oncegate.background.Backoff;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.oncegate.request.Traces;
import io.oncegate.webhooks.WebhookEvents.Again;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One stored webhook: has its source's teller hear it, and records what came of that. */
@ApplicationScoped
class ApplyOne {

    private static final Logger LOG = Logger.getLogger(ApplyOne.class);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(10);
    private static final String FAULT = "fault";

    private final Function<String, Optional<Source>> sources;
    private final WebhookEvents events;
    private final WebhookMetrics metrics;
    private final int mostFaults;
    private final Traces traces;

    @Inject
    ApplyOne(Sources sources, WebhookEvents events, WebhookMetrics metrics, WebhooksConfig config, Traces traces) {
        this(sources::find, events, metrics, config.mostFaults(), traces);
    }

    ApplyOne(
            Function<String, Optional<Source>> sources,
            WebhookEvents events,
            WebhookMetrics metrics,
            int mostFaults,
            Traces traces) {
        this.sources = sources;
        this.events = events;
        this.metrics = metrics;
        this.mostFaults = mostFaults;
        this.traces = traces;
    }

    /** Fails where nothing could be recorded: the lease's end is the next try then. */
    Uni<Void> apply(ClaimedEvent event) {
        return traces.alone("webhook", () -> applyNow(event));
    }

    private Uni<Void> applyNow(ClaimedEvent event) {
        Stage.current().say("oncegate.account", event.account());
        // Whoever took it so often and never said a word did not survive it.
        if (event.faults() >= mostFaults) {
            return end(event, EventStatus.FAILED, FAULT);
        }
        Teller teller = sources.apply(event.account()).map(Source::teller).orElse(Teller.SILENT);
        return Uni.createFrom()
                .deferred(() -> teller.apply(event.body(), event.id()))
                .onItemOrFailure()
                .transformToUni(
                        (effect, failure) -> failure == null ? settle(event, effect) : settleFailure(event, failure));
    }

    private Uni<Void> settle(ClaimedEvent event, Effect effect) {
        return switch (effect) {
            case APPLIED -> end(event, EventStatus.APPLIED, null);
            case IN_REVIEW -> end(event, EventStatus.APPLIED, effect.word());
            case NOTHING_NEW, SAYS_NOTHING -> end(event, EventStatus.IGNORED, effect.word());
            case UNREADABLE -> end(event, EventStatus.FAILED, effect.word());
            case NOT_KNOWN_HERE -> again(event, EventStatus.PARKED, effect.word());
            case LATER -> again(event, event.status(), effect.word());
        };
    }

    /** A storage that is away is not the webhook's fault. */
    private Uni<Void> settleFailure(ClaimedEvent event, Throwable failure) {
        if (failure instanceof ProblemException) {
            return again(event, event.status(), Effect.LATER.word());
        }
        LOG.errorf(told(failure), "a webhook could not be applied id=%s account=%s", event.id(), event.account());
        return event.faults() + 1 >= mostFaults
                ? end(event, EventStatus.FAILED, FAULT)
                : again(event, event.status(), new Again(FAULT, true, Backoff.after(event.tries())));
    }

    /** Without the fault's own words, which may quote the body. */
    private static Throwable told(Throwable fault) {
        Throwable told = new IllegalStateException(fault.getClass().getName());
        told.setStackTrace(fault.getStackTrace());
        return told;
    }

    private Uni<Void> end(ClaimedEvent event, EventStatus status, @Nullable String reason) {
        return events.end(event, status, reason, deadline()).invoke(() -> {
            metrics.count(event.account(), status.wire());
            Stage.current().say("oncegate.outcome", status.wire());
            if (status == EventStatus.FAILED) {
                leftToAnOperator("a webhook cannot be applied, an operator has to look at it", event, reason);
            }
        });
    }

    private Uni<Void> again(ClaimedEvent event, EventStatus status, String reason) {
        return again(event, status, new Again(reason, false, Backoff.after(event.tries())));
    }

    private Uni<Void> again(ClaimedEvent event, EventStatus status, Again again) {
        return events.tryAgain(event, status, again, deadline())
                .invoke(givenUp -> {
                    Stage.current().say("oncegate.outcome", givenUp ? WebhookMetrics.GIVEN_UP : again.reason());
                    if (givenUp) {
                        metrics.count(event.account(), WebhookMetrics.GIVEN_UP);
                        leftToAnOperator(
                                "a webhook is not tried any more, an operator has to look at it",
                                event,
                                again.reason());
                    } else if (status == EventStatus.PARKED && event.status() != EventStatus.PARKED) {
                        metrics.count(event.account(), status.wire());
                    }
                })
                .replaceWithVoid();
    }

    private static void leftToAnOperator(String what, ClaimedEvent event, @Nullable String reason) {
        LOG.errorf("%s id=%s account=%s type=%s reason=%s", what, event.id(), event.account(), event.type(), reason);
    }

    private static Deadline deadline() {
        return Deadline.in(STATEMENT_LIMIT);
    }
}
