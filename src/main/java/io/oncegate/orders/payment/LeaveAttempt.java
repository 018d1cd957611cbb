package io.oncegate.orders.payment;

import io.oncegate.background.Backoff;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderAnswers;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Leaves an attempt whose outcome is not known to whoever looks after it next, and says so. */
@ApplicationScoped
class LeaveAttempt {

    private final Attempts attempts;
    private final OrderAnswers answers;
    private final PaymentMetrics metrics;

    LeaveAttempt(Attempts attempts, OrderAnswers answers, PaymentMetrics metrics) {
        this.attempts = attempts;
        this.answers = answers;
        this.metrics = metrics;
    }

    /** Leaves the attempt to whoever looks after it next. */
    Uni<Recording> open(Attempt attempt, AttemptStatus status, String why) {
        return open(attempt, status, why, null, Optional.empty());
    }

    Uni<Recording> open(
            Attempt attempt,
            AttemptStatus status,
            String why,
            @Nullable String externalId,
            Optional<Duration> nextCheck) {
        Duration next = nextCheck.orElseGet(() -> Backoff.after(attempt.checks()));
        return as(attempt, new LeftOpen(status, why, externalId, attempt.errorAnswered(), false, next));
    }

    Uni<Recording> as(Attempt attempt, LeftOpen how) {
        String account = attempt.instruction().account();
        return attempts.leaveOpen(attempt, how, Timing.statement()).map(written -> {
            if (!written) {
                metrics.fenced(account);
                return new Recording.Fenced();
            }
            metrics.left(account, how.status());
            return stillOpen(attempt, how);
        });
    }

    private Recording stillOpen(Attempt attempt, LeftOpen how) {
        String externalId = how.externalId() == null ? attempt.externalId() : how.externalId();
        Order order = attempt.order().learning(externalId, how.status() == AttemptStatus.PENDING);
        return new Recording.Open(answers.open(order), how.nextCheck());
    }

    /** An attempt was ended by the statement that began the next. */
    void ended(Attempt attempt, AttemptStatus how) {
        metrics.left(attempt.instruction().account(), how);
    }
}
