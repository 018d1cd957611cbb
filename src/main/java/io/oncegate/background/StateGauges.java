package io.oncegate.background;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much waits in each of some states, and how old the oldest of it is: two gauges with the label {@code state}, zero
 * from the start on. Thread-safe.
 */
public final class StateGauges {

    private final Map<String, Gauges> gauges = new TreeMap<>();

    private record Gauges(AtomicLong number, AtomicLong oldestAge) {}

    /**
     * What is in one state.
     *
     * @param oldestAgeSeconds since the oldest of it came
     */
    public record InState(String state, long number, long oldestAgeSeconds) {}

    /**
     * Registers both gauges for each state.
     *
     * @param number the name of the one that counts
     * @param oldestAge the name of the one that tells seconds
     */
    public StateGauges(MeterRegistry registry, String number, String oldestAge, Collection<String> states) {
        for (String state : states) {
            Tags tags = Tags.of("state", state);
            gauges.put(
                    state,
                    new Gauges(
                            registry.gauge(number, tags, new AtomicLong()),
                            registry.gauge(oldestAge, tags, new AtomicLong())));
        }
    }

    /** What there is now; what is not named is not there. */
    public void show(Stream<InState> now) {
        Map<String, InState> byState = now.collect(Collectors.toMap(InState::state, Function.identity()));
        gauges.forEach((state, gauge) -> {
            Optional<InState> there = Optional.ofNullable(byState.get(state));
            gauge.number().set(there.map(InState::number).orElse(0L));
            gauge.oldestAge().set(there.map(InState::oldestAgeSeconds).orElse(0L));
        });
    }
}
