package io.oncegate.orders.payment;

import io.oncegate.background.Backoff;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.orders.Order;
import io.oncegate.payments.Account;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends an attempt's request and does what its answer asks for. Before each request stands the statement that says so,
 * and the request leaves within moments of it or not at all: whoever slept in between sends nothing.
 */
@ApplicationScoped
class WorkOnAttempt {

    /** A provider that undoes what it is asked for will do so again. */
    private static final int MOST_ATTEMPTS = 3;

    private static final UUID NOBODY = new UUID(0, 0);

    private final Attempts attempts;
    private final SettleOrder settle;
    private final LeaveAttempt leave;
    private final Timing timing;
    private final Ids ids;

    WorkOnAttempt(Attempts attempts, SettleOrder settle, LeaveAttempt leave, Timing timing, Ids ids) {
        this.attempts = attempts;
        this.settle = settle;
        this.leave = leave;
        this.timing = timing;
        this.ids = ids;
    }

    /** The first attempt to have an order paid through this account; nobody holds it yet. */
    Attempt first(Order order, Instruction instruction, Account account) {
        return Attempt.first(
                ids.ulid(),
                order,
                instruction,
                NOBODY,
                charge -> account.freeze(account.descriptor().first(), charge, null));
    }

    /** The statement that claims the key and begins the attempt. */
    FirstPhase beginning(Attempt first, Account account) {
        return attempts.beginning(first, timing.windows(account));
    }

    /** Until when a request may leave whose statement is issued now. */
    Deadline leaveBy() {
        return timing.leaveBy();
    }

    /** Sends the attempt's request, whose statement has been written. */
    Uni<Recording> send(Attempt attempt, Account account, Deadline leaveBy) {
        return timing.awaited(account.send(attempt.request(), attempt.charge(), leaveBy))
                .chain(outcome -> outcome.match(new AfterSending(attempt, account)));
    }

    /** Sends the attempt's request again, or for the first time where nothing has left. */
    Uni<Recording> resend(Attempt attempt, Account account) {
        Deadline leaveBy = timing.leaveBy();
        boolean movesMoney = account.descriptor().moves(attempt.request().operation());
        return attempts.resending(attempt, movesMoney, timing.windows(account), Timing.statement())
                .chain(written -> written
                        ? send(attempt.leaving(), account, leaveBy)
                        : leave.open(attempt, attempt.status(), "too_late_to_send"));
    }

    /** Goes on to the step that follows the one which brought {@code externalId}. */
    Uni<Recording> stepOn(Attempt attempt, Account account, String externalId) {
        Deadline leaveBy = timing.leaveBy();
        FrozenRequest step = account.freeze(account.descriptor().last(), attempt.charge(), externalId);
        return attempts.step(attempt, step, externalId, timing.windows(account), Timing.statement())
                .chain(written -> written
                        ? send(attempt.at(step, externalId), account, leaveBy)
                        : leave.open(
                                attempt, AttemptStatus.UNKNOWN, "too_late_to_confirm", externalId, Optional.empty()))
                .onFailure(ConstraintViolatedException.class)
                .recoverWithUni(() -> settle.review(attempt, SettleOrder.takenId(null)));
    }

    /** No money moved by this attempt, and none will: another one is made, or it ends without. */
    Uni<Recording> notExecuted(Attempt attempt, Account account) {
        boolean payerWasAsked = attempt.status() == AttemptStatus.ACTION_REQUIRED;
        if (!attempt.times().payable() || payerWasAsked || attempt.number() >= MOST_ATTEMPTS) {
            return settle.notExecuted(attempt);
        }
        Deadline leaveBy = timing.leaveBy();
        FrozenRequest first = account.freeze(account.descriptor().first(), attempt.nextCharge(), null);
        Attempt next = attempt.next(ids.ulid(), ids.token(), first);
        return attempts.next(attempt, next, timing.windows(account), Timing.statement())
                .chain(written -> {
                    if (!written) {
                        return settle.notExecuted(attempt);
                    }
                    leave.ended(attempt, AttemptStatus.NOT_EXECUTED);
                    return send(next, account, leaveBy);
                });
    }

    /** What follows from the answer to a request of the attempt's own. */
    private final class AfterSending implements ProviderOutcome.Cases<Uni<Recording>> {

        private final Attempt attempt;
        private final Account account;

        AfterSending(Attempt attempt, Account account) {
            this.attempt = attempt;
            this.account = account;
        }

        /** What may have left before may have happened, whatever this time came of. */
        @Override
        public Uni<Recording> notSent(ProviderOutcome.NotSent outcome) {
            return leave.open(attempt, attempt.status(), outcome.why(), null, outcome.retryAfter());
        }

        @Override
        public Uni<Recording> busy(ProviderOutcome.Busy outcome) {
            return leave.open(attempt, AttemptStatus.UNKNOWN, "busy", null, outcome.retryAfter());
        }

        @Override
        public Uni<Recording> created(ProviderOutcome.Created outcome) {
            return stepOn(attempt, account, outcome.externalId());
        }

        @Override
        public Uni<Recording> succeeded(ProviderOutcome.Succeeded outcome) {
            return settle.paid(attempt, outcome.externalId());
        }

        @Override
        public Uni<Recording> refunded(ProviderOutcome.Refunded outcome) {
            return settle.refunded(attempt, outcome.externalId());
        }

        @Override
        public Uni<Recording> actionRequired(ProviderOutcome.ActionRequired outcome) {
            return outcome.redirectUrl()
                    .map(url -> settle.actionRequired(attempt, outcome.externalId(), url))
                    .orElseGet(() -> leave.open(
                            attempt,
                            AttemptStatus.PENDING,
                            "action_without_address",
                            outcome.externalId(),
                            Optional.empty()));
        }

        @Override
        public Uni<Recording> pending(ProviderOutcome.Pending outcome) {
            return leave.open(
                    attempt,
                    AttemptStatus.PENDING,
                    "pending",
                    outcome.externalId().orElse(null),
                    Optional.empty());
        }

        @Override
        public Uni<Recording> declined(ProviderOutcome.Declined outcome) {
            return settle.declined(attempt, outcome.reason(), known(outcome.externalId()));
        }

        @Override
        public Uni<Recording> rejected(ProviderOutcome.Rejected outcome) {
            return settle.rejected(attempt, outcome.reason());
        }

        @Override
        public Uni<Recording> absent(ProviderOutcome.Absent outcome) {
            return leave.open(attempt, AttemptStatus.UNKNOWN, "absent");
        }

        @Override
        public Uni<Recording> canceled(ProviderOutcome.Canceled outcome) {
            return notExecuted(attempt, account);
        }

        @Override
        public Uni<Recording> mismatch(ProviderOutcome.Mismatch outcome) {
            boolean ours = !outcome.what().equals("reference");
            return leave.open(
                    attempt,
                    AttemptStatus.UNKNOWN,
                    "mismatch_" + outcome.what(),
                    ours ? outcome.externalId().orElse(null) : null,
                    Optional.empty());
        }

        @Override
        public Uni<Recording> unknown(ProviderOutcome.Unknown outcome) {
            Duration next = Backoff.after(attempt.checks());
            return leave.as(
                    attempt,
                    new LeftOpen(AttemptStatus.UNKNOWN, outcome.why(), null, outcome.answeredError(), false, next));
        }

        private @Nullable String known(Optional<String> told) {
            return told.orElse(attempt.externalId());
        }
    }
}
