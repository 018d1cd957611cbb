package io.oncegate.messages.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What became of messages, and what waits. Labels are gateways, states and words of ours only. Thread-safe. */
@ApplicationScoped
class DispatchMetrics {

    private static final Set<MessageState> OPEN = Set.of(
            MessageState.READY, MessageState.CLAIMED, MessageState.SENDING, MessageState.UNKNOWN, MessageState.DEAD);

    private final MeterRegistry registry;
    private final Map<MessageState, Gauges> gauges = new EnumMap<>(MessageState.class);

    /** How many there are, and the age of the oldest in seconds. */
    private record Gauges(AtomicLong number, AtomicLong oldestAge) {}

    DispatchMetrics(MeterRegistry registry) {
        this.registry = registry;
        OPEN.forEach(state -> gauges.put(
                state,
                new Gauges(gauge("oncegate.messages.depth", state), gauge("oncegate.messages.oldest.age", state))));
    }

    private AtomicLong gauge(String name, MessageState state) {
        AtomicLong value = new AtomicLong();
        registry.gauge(name, Tags.of("state", state.stored()), value);
        return value;
    }

    /** What came of a try to send a message, or of a message without one. */
    void count(String gateway, String outcome) {
        registry.counter("oncegate.messages.sent", "gateway", gateway, "outcome", outcome)
                .increment();
    }

    /** What waits now; what is not named is not there. */
    void open(List<OpenNow> now) {
        Map<MessageState, OpenNow> byState =
                now.stream().collect(Collectors.toMap(OpenNow::state, Function.identity()));
        gauges.forEach((state, gauge) -> {
            Optional<OpenNow> there = Optional.ofNullable(byState.get(state));
            gauge.number().set(there.map(OpenNow::number).orElse(0L));
            gauge.oldestAge().set(there.map(OpenNow::oldestAgeSeconds).orElse(0L));
        });
    }
}
