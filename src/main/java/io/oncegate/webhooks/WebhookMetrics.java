package io.oncegate.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.oncegate.webhooks.WebhookEvents.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What became of webhooks, and what waits. Labels are configured accounts and words of ours only. Thread-safe. */
@ApplicationScoped
class WebhookMetrics {

    /** No proof that it is its sender's. */
    static final String REFUSED = "refused";
    /** Its source is closed. */
    static final String CLOSED = "closed";
    /** Its source sends too much. */
    static final String LIMITED = "limited";
    /** It could not be stored. */
    static final String NOT_STORED = "not_stored";
    /** It is tried no more, and an operator has to look at it. */
    static final String GIVEN_UP = "given_up";

    private static final List<String> STATES = List.of("ready", "parked", "failed");

    private final MeterRegistry registry;
    private final Map<String, Gauges> gauges = new TreeMap<>();

    /** How many there are, and the age of the oldest in seconds. */
    private record Gauges(AtomicLong number, AtomicLong oldestAge) {}

    WebhookMetrics(MeterRegistry registry) {
        this.registry = registry;
        STATES.forEach(state -> gauges.put(
                state,
                new Gauges(gauge("oncegate.webhooks.depth", state), gauge("oncegate.webhooks.oldest.age", state))));
    }

    private AtomicLong gauge(String name, String state) {
        AtomicLong value = new AtomicLong();
        registry.gauge(name, Tags.of("state", state), value);
        return value;
    }

    /** From now on, what waits in the fullest queue of hints is seen. */
    void watch(Hints hints, int most) {
        registry.gauge("oncegate.webhooks.hints", hints, Hints::waiting);
        registry.gauge("oncegate.webhooks.hints.limit", hints, all -> most);
    }

    /** What waits now; what is not named is not there. */
    void open(List<OpenNow> now) {
        Map<String, OpenNow> byState = now.stream().collect(Collectors.toMap(OpenNow::state, Function.identity()));
        gauges.forEach((state, gauge) -> {
            Optional<OpenNow> there = Optional.ofNullable(byState.get(state));
            gauge.number().set(there.map(OpenNow::number).orElse(0L));
            gauge.oldestAge().set(there.map(OpenNow::oldestAgeSeconds).orElse(0L));
        });
    }

    /** {@code account}: the name of a source that there is. */
    void count(String account, String outcome) {
        registry.counter("oncegate.webhooks", "account", account, "outcome", outcome)
                .increment();
    }
}
