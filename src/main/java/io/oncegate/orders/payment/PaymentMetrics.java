package io.oncegate.orders.payment;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.background.StateGauges;
import io.oncegate.background.StateGauges.InState;
import io.oncegate.orders.payment.Attempts.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What became of attempts, and what is open. Labels are accounts, states and words of ours only. Thread-safe. */
@ApplicationScoped
class PaymentMetrics {

    private final MeterRegistry registry;
    private final StateGauges open;

    PaymentMetrics(MeterRegistry registry) {
        this.registry = registry;
        Set<AttemptStatus> unended = EnumSet.copyOf(AttemptStatus.OPEN);
        unended.add(AttemptStatus.REVIEW);
        this.open = new StateGauges(
                registry,
                "oncegate.payments.open",
                "oncegate.payments.open.oldest.age",
                unended.stream().map(AttemptStatus::wire).toList());
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
        open.show(now.stream().map(one -> new InState(one.status().wire(), one.number(), one.oldestAgeSeconds())));
    }
}
