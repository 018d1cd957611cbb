package io.oncegate.messages.dispatch;

import io.oncegate.background.Backoff;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.messages.dispatch.Outbox.Return;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.oncegate.request.Traces;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message once and records what came of it. Before the request stands the statement that says so, and the request
 * leaves within moments of it or not at all: whoever slept in between sends nothing. What cannot be recorded stays as it
 * is; it is unknown to whoever finds it later, and never simply sent again.
 */
@ApplicationScoped
class SendMessage {

    private static final Logger LOG = Logger.getLogger(SendMessage.class);

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);
    /** From the answer until it is recorded, with the tries that a restart of PostgreSQL costs. */
    private static final Duration RECORDING = Duration.ofSeconds(15);

    private static final int FURTHER_RECORDINGS = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** A tenth of its life before the gateway may forget a message, it is not relied upon any more. */
    private static final long KEY_MARGIN = 10;

    private static final String FENCED = "fenced";

    private final Outbox outbox;
    private final DispatchConfig config;
    private final DispatchMetrics metrics;
    private final Traces traces;

    SendMessage(Outbox outbox, DispatchConfig config, DispatchMetrics metrics, Traces traces) {
        this.outbox = outbox;
        this.config = config;
        this.metrics = metrics;
        this.traces = traces;
    }

    /**
     * Sends a message that was taken.
     *
     * @return what the gateway made of it; empty where it was not asked, because the message is another's by now or it is
     *     too late for it. Fails where what came of it could not be written down.
     */
    Uni<Optional<DispatchOutcome>> send(Taken message, Gateway gateway) {
        return traces.alone("message", () -> sendNow(message, gateway));
    }

    private Uni<Optional<DispatchOutcome>> sendNow(Taken message, Gateway gateway) {
        Stage.current().say("oncegate.message", message.id());
        Deadline leaveBy = Deadline.in(config.sendWithin());
        Duration lease = config.sendWithin().plus(gateway.longestSend()).plus(RECORDING);
        return outbox.sending(message, lease, recognised(gateway), Deadline.in(STATEMENT_LIMIT))
                .chain(written -> written ? leave(message, gateway, leaveBy) : fenced(gateway));
    }

    private static Duration recognised(Gateway gateway) {
        Duration retention = gateway.descriptor().keyed() ? gateway.keyRetention() : Duration.ZERO;
        return retention.minus(retention.dividedBy(KEY_MARGIN));
    }

    private Uni<Optional<DispatchOutcome>> leave(Taken message, Gateway gateway, Deadline leaveBy) {
        return gateway.send(message.message(), leaveBy)
                .chain(outcome -> recorded(message, outcome.match(new Recording(message)))
                        .invoke(written -> told(message, gateway, outcome, written))
                        .replaceWith(Optional.of(outcome)));
    }

    private Uni<Optional<DispatchOutcome>> fenced(Gateway gateway) {
        metrics.count(gateway.name(), FENCED);
        Stage.current().say("oncegate.outcome", FENCED);
        return Uni.createFrom().item(Optional.empty());
    }

    private static Uni<Boolean> recorded(Taken message, Supplier<Uni<Boolean>> recording) {
        return Uni.createFrom()
                .deferred(recording::get)
                .onFailure()
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .atMost(FURTHER_RECORDINGS)
                .onFailure()
                .invoke(failure -> LOG.warnf(
                        "what came of a message could not be recorded, it will be unknown message=%s: %s",
                        message.id(), failure));
    }

    private void told(Taken message, Gateway gateway, DispatchOutcome outcome, boolean written) {
        metrics.count(gateway.name(), written ? outcome.word() : FENCED);
        Stage.current().say("oncegate.outcome", written ? outcome.word() : FENCED);
        LOG.debugf(
                "message=%s gateway=%s outcome=%s written=%s", message.id(), gateway.name(), outcome.word(), written);
    }

    /** The statement that records an outcome. */
    private final class Recording implements DispatchOutcome.Cases<Supplier<Uni<Boolean>>> {

        private final Taken message;
        private final Taken.Before before;

        Recording(Taken message) {
            this.message = message;
            this.before = message.before();
        }

        @Override
        public Supplier<Uni<Boolean>> notSent(NotSent outcome) {
            int attempts = outcome.left() ? before.attempts() + 1 : before.attempts();
            boolean givenUp = outcome.left()
                    ? attempts >= config.mostAttempts()
                    : outcome.why().equals(NotSent.FAULT);
            Duration wait = Backoff.after(outcome.left() ? before.attempts() : 0, outcome.retryAfter());
            Return how = new Return(
                    givenUp ? givenUp() : MessageState.READY,
                    outcome.why(),
                    attempts,
                    before.firstSentAt(),
                    before.resendUntil(),
                    wait);
            return () -> outbox.putBack(message, how, statement());
        }

        /** Nobody gives up for dead what may have arrived. */
        private MessageState givenUp() {
            return message.mayHaveArrived() ? MessageState.UNKNOWN : MessageState.DEAD;
        }

        @Override
        public Supplier<Uni<Boolean>> sent(DispatchOutcome.Sent outcome) {
            return answered(MessageState.SENT, outcome.externalId().orElse(null), null);
        }

        @Override
        public Supplier<Uni<Boolean>> delivered(DispatchOutcome.Delivered outcome) {
            return answered(MessageState.DELIVERED, outcome.externalId().orElse(null), null);
        }

        @Override
        public Supplier<Uni<Boolean>> undelivered(DispatchOutcome.Undelivered outcome) {
            return answered(MessageState.UNDELIVERED, null, outcome.reason());
        }

        @Override
        public Supplier<Uni<Boolean>> rejected(DispatchOutcome.Rejected outcome) {
            return answered(MessageState.REJECTED, null, outcome.reason());
        }

        private Supplier<Uni<Boolean>> answered(
                MessageState state, @Nullable String externalId, @Nullable String reason) {
            Ending ending = new Ending(state, externalId, reason);
            return () -> outbox.answered(message, ending, statement());
        }

        @Override
        public Supplier<Uni<Boolean>> absent(DispatchOutcome.Absent outcome) {
            return unknown(outcome.word());
        }

        @Override
        public Supplier<Uni<Boolean>> unknown(DispatchOutcome.Unknown outcome) {
            return unknown(outcome.why());
        }

        private Supplier<Uni<Boolean>> unknown(String why) {
            return () -> outbox.unknown(message, why, Backoff.after(before.checks()), statement());
        }

        private static Deadline statement() {
            return Deadline.in(STATEMENT_LIMIT);
        }
    }
}
