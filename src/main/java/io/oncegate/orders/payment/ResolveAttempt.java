package io.oncegate.orders.payment;

import io.oncegate.background.Backoff;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.payments.Account;
import io.oncegate.payments.Accounts;
import io.oncegate.payments.ProviderOperation;
import io.oncegate.payments.ProviderOutcome;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks after an attempt whose outcome is not known: does the {@link NextStep}, and what follows from what comes of it.
 * Used by the completer, and by a request that finds the payment of its order open. Never fails but for want of storage.
 */
@ApplicationScoped
class ResolveAttempt {

    private final Accounts accounts;
    private final WorkOnAttempt work;
    private final SettleOrder settle;
    private final LeaveAttempt leave;
    private final Timing timing;

    ResolveAttempt(Accounts accounts, WorkOnAttempt work, SettleOrder settle, LeaveAttempt leave, Timing timing) {
        this.accounts = accounts;
        this.work = work;
        this.settle = settle;
        this.leave = leave;
        this.timing = timing;
    }

    /** Goes on with an attempt that this worker holds. */
    Uni<Recording> resolve(Attempt attempt) {
        return accounts.find(attempt.instruction().account())
                .map(account -> resolve(attempt, account))
                .orElseGet(() -> leave.open(attempt, attempt.status(), "account_inactive"));
    }

    private Uni<Recording> resolve(Attempt attempt, Account account) {
        return go(NextStep.before(attempt, account.descriptor()), attempt, account);
    }

    private Uni<Recording> go(NextStep step, Attempt attempt, Account account) {
        return switch (step) {
            case SEND -> work.resend(attempt, account);
            case STATUS ->
                timing.awaited(account.status(attempt.charge(), Objects.requireNonNull(attempt.externalId())))
                        .chain(outcome -> outcome.match(new AfterAsking(ProviderOperation.STATUS, attempt, account)));
            case LOOK_UP ->
                timing.awaited(account.lookUp(attempt.charge()))
                        .chain(outcome -> outcome.match(new AfterAsking(ProviderOperation.LOOK_UP, attempt, account)));
            case NOT_EXECUTED -> stopped(attempt, account);
            case WAIT_ABSENT -> absentYet(attempt);
            case REVIEW ->
                settle.review(attempt, Review.because(attempt.times().overdue() ? "deadline" : "outcome_unknown"));
        };
    }

    /** No money has moved; where the provider can promise that none will, it has to, before anything follows from it. */
    private Uni<Recording> stopped(Attempt attempt, Account account) {
        String externalId = attempt.externalId();
        boolean mayStillMove = attempt.status() != AttemptStatus.PREPARED
                && account.descriptor().moves(attempt.request().operation());
        if (externalId == null || !mayStillMove || !account.descriptor().cancels()) {
            return work.notExecuted(attempt, account);
        }
        return timing.awaited(account.cancel(attempt.charge(), externalId))
                .chain(outcome -> outcome.match(new AfterAsking(ProviderOperation.CANCEL, attempt, account)));
    }

    private Uni<Recording> absentYet(Attempt attempt) {
        return leave.as(
                attempt,
                new LeftOpen(
                        attempt.status(),
                        "absent",
                        null,
                        attempt.errorAnswered(),
                        true,
                        Backoff.after(attempt.checks())));
    }

    /** What follows from the answer to a question about the attempt. */
    private final class AfterAsking implements ProviderOutcome.Cases<Uni<Recording>> {

        private final ProviderOperation question;
        private final Attempt attempt;
        private final Account account;

        AfterAsking(ProviderOperation question, Attempt attempt, Account account) {
            this.question = question;
            this.attempt = attempt;
            this.account = account;
        }

        @Override
        public Uni<Recording> notSent(ProviderOutcome.NotSent outcome) {
            return leave.open(attempt, attempt.status(), outcome.why(), null, outcome.retryAfter());
        }

        @Override
        public Uni<Recording> busy(ProviderOutcome.Busy outcome) {
            return leave.open(attempt, attempt.status(), "busy", null, outcome.retryAfter());
        }

        @Override
        public Uni<Recording> created(ProviderOutcome.Created outcome) {
            return unconfirmed(Optional.of(outcome.externalId()));
        }

        @Override
        public Uni<Recording> succeeded(ProviderOutcome.Succeeded outcome) {
            return settle.paid(attempt, outcome.externalId());
        }

        @Override
        public Uni<Recording> refunded(ProviderOutcome.Refunded outcome) {
            return settle.refunded(attempt, outcome.externalId());
        }

        /** What the payer was not told of, it is told now, if anybody knows the address. */
        @Override
        public Uni<Recording> actionRequired(ProviderOutcome.ActionRequired outcome) {
            boolean told = attempt.status() == AttemptStatus.ACTION_REQUIRED;
            if (!told && outcome.redirectUrl().isPresent()) {
                return settle.actionRequired(
                        attempt, outcome.externalId(), outcome.redirectUrl().get());
            }
            // Where the provider can promise that nothing will move any more; otherwise its own word is waited for.
            boolean timeIsUp =
                    !attempt.times().payable() && account.descriptor().cancels();
            if (timeIsUp && question != ProviderOperation.CANCEL) {
                return stopped(attempt.knownAs(outcome.externalId()), account);
            }
            AttemptStatus status = told ? AttemptStatus.ACTION_REQUIRED : AttemptStatus.PENDING;
            return leave.open(attempt, status, "action_required", outcome.externalId(), Optional.empty());
        }

        @Override
        public Uni<Recording> pending(ProviderOutcome.Pending outcome) {
            AttemptStatus status = attempt.status() == AttemptStatus.ACTION_REQUIRED
                    ? AttemptStatus.ACTION_REQUIRED
                    : AttemptStatus.PENDING;
            return leave.open(attempt, status, "pending", outcome.externalId().orElse(null), Optional.empty());
        }

        @Override
        public Uni<Recording> declined(ProviderOutcome.Declined outcome) {
            return settle.declined(
                    attempt, outcome.reason(), outcome.externalId().orElse(attempt.externalId()));
        }

        @Override
        public Uni<Recording> rejected(ProviderOutcome.Rejected outcome) {
            return leave.open(attempt, attempt.status(), "question_refused");
        }

        @Override
        public Uni<Recording> absent(ProviderOutcome.Absent outcome) {
            if (question == ProviderOperation.CANCEL) {
                return absentYet(attempt);
            }
            return unconfirmed(outcome.externalId());
        }

        /** The provider shows no move of money; it may show a payment that waits for the step that moves it. */
        private Uni<Recording> unconfirmed(Optional<String> externalId) {
            boolean waitsForItsStep = externalId.isPresent()
                    && !account.descriptor().moves(attempt.request().operation())
                    && attempt.times().payable();
            if (waitsForItsStep) {
                return work.stepOn(attempt, account, externalId.get());
            }
            return go(NextStep.afterAbsence(attempt, account.descriptor(), question), attempt, account);
        }

        @Override
        public Uni<Recording> canceled(ProviderOutcome.Canceled outcome) {
            return work.notExecuted(attempt, account);
        }

        @Override
        public Uni<Recording> mismatch(ProviderOutcome.Mismatch outcome) {
            return settle.review(attempt, Review.because("mismatch_" + outcome.what()));
        }

        @Override
        public Uni<Recording> unknown(ProviderOutcome.Unknown outcome) {
            return leave.open(attempt, attempt.status(), outcome.why());
        }
    }
}
