package io.oncegate.orders.payment;

import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/** Keeps the gauges of what is open up to date. */
@ApplicationScoped
class OpenPaymentsWatch {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Attempts attempts;
    private final PaymentMetrics metrics;

    OpenPaymentsWatch(Attempts attempts, PaymentMetrics metrics) {
        this.attempts = attempts;
        this.metrics = metrics;
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "open-payments", this::look);
    }

    private Uni<Counts> look() {
        return attempts.open(Timing.statement()).invoke(metrics::open).replaceWith(Counts.NOTHING);
    }
}
