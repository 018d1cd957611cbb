package io.oncegate.orders.payment;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.oncegate.orders.payment.Attempts.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What became of attempts, and what is open. Labels are accounts, states and words of ours only. Thread-safe. */
@ApplicationScoped
class PaymentMetrics {

    private final MeterRegistry registry;
    private final Map<AttemptStatus, Gauges> gauges = new EnumMap<>(AttemptStatus.class);

    /** How many there are, and the age of the oldest in seconds. */
    private record Gauges(AtomicLong number, AtomicLong oldestAge) {}

    PaymentMetrics(MeterRegistry registry) {
        this.registry = registry;
        Set<AttemptStatus> unended = EnumSet.copyOf(AttemptStatus.OPEN);
        unended.add(AttemptStatus.REVIEW);
        for (AttemptStatus status : unended) {
            gauges.put(
                    status,
                    new Gauges(
                            gauge("oncegate.payments.open", status),
                            gauge("oncegate.payments.open.oldest.age", status)));
        }
    }

    private AtomicLong gauge(String name, AttemptStatus status) {
        AtomicLong value = new AtomicLong();
        registry.gauge(name, Tags.of("state", status.wire()), value);
        return value;
    }

    /** An attempt was left in this status, or ended in it. */
    void left(String account, AttemptStatus status) {
        count(account, status.wire());
    }

    /** The money of an attempt was given back. */
    void refunded(String account) {
        count(account, "refunded");
    }

    /** A worker found somebody else in its place, and wrote nothing. */
    void fenced(String account) {
        count(account, "fenced");
    }

    private void count(String account, String outcome) {
        registry.counter("oncegate.payments.attempts", "account", account, "outcome", outcome)
                .increment();
    }

    /** What is open now; what is not named is not there. */
    void open(List<OpenNow> now) {
        Map<AttemptStatus, OpenNow> byStatus =
                now.stream().collect(Collectors.toMap(OpenNow::status, Function.identity()));
        gauges.forEach((status, gauge) -> {
            Optional<OpenNow> there = Optional.ofNullable(byStatus.get(status));
            gauge.number().set(there.map(OpenNow::number).orElse(0L));
            gauge.oldestAge().set(there.map(OpenNow::oldestAgeSeconds).orElse(0L));
        });
    }
}
