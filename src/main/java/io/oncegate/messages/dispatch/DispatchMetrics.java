package io.oncegate.messages.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.background.StateGauges;
import io.oncegate.background.StateGauges.InState;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;

/** What became of messages, and what waits. Labels are gateways, states and words of ours only. Thread-safe. */
@ApplicationScoped
class DispatchMetrics {

    private static final Set<MessageState> OPEN = Set.of(
            MessageState.READY, MessageState.CLAIMED, MessageState.SENDING, MessageState.UNKNOWN, MessageState.DEAD);

    private final MeterRegistry registry;
    private final StateGauges open;

    DispatchMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.open = new StateGauges(
                registry,
                "oncegate.messages.depth",
                "oncegate.messages.oldest.age",
                OPEN.stream().map(MessageState::stored).toList());
    }

    /** What came of a try to send a message, or of a message without one. */
    void count(String gateway, String outcome) {
        registry.counter("oncegate.messages.sent", "gateway", gateway, "outcome", outcome)
                .increment();
    }

    /** What waits now; what is not named is not there. */
    void open(List<OpenNow> now) {
        open.show(now.stream().map(one -> new InState(one.state().stored(), one.number(), one.oldestAgeSeconds())));
    }
}
