package io.oncegate.messages.dispatch;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Outbox.Ending;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** What a gateway answered when it was asked for a message. Whatever says nothing of it changes nothing. */
record Told(String gateway, String messageId, Aftercare aftercare) implements DispatchOutcome.Cases<Uni<Boolean>> {

    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    @Override
    public Uni<Boolean> notSent(DispatchOutcome.NotSent outcome) {
        return nothing();
    }

    @Override
    public Uni<Boolean> sent(DispatchOutcome.Sent outcome) {
        return told(new Ending(MessageState.SENT, outcome.externalId().orElse(null), null));
    }

    @Override
    public Uni<Boolean> delivered(DispatchOutcome.Delivered outcome) {
        return told(new Ending(MessageState.DELIVERED, outcome.externalId().orElse(null), null));
    }

    @Override
    public Uni<Boolean> undelivered(DispatchOutcome.Undelivered outcome) {
        return told(new Ending(MessageState.UNDELIVERED, null, outcome.reason()));
    }

    @Override
    public Uni<Boolean> rejected(DispatchOutcome.Rejected outcome) {
        return told(new Ending(MessageState.REJECTED, null, outcome.reason()));
    }

    @Override
    public Uni<Boolean> absent(DispatchOutcome.Absent outcome) {
        return nothing();
    }

    @Override
    public Uni<Boolean> unknown(DispatchOutcome.Unknown outcome) {
        return nothing();
    }

    private Uni<Boolean> told(Ending ending) {
        return aftercare.told(gateway, messageId, ending, Deadline.in(STATEMENT_LIMIT));
    }

    private static Uni<Boolean> nothing() {
        return Uni.createFrom().item(false);
    }
}
