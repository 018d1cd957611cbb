package io.oncegate.orders.payment;

import io.oncegate.idempotency.operation.Recording;
import io.oncegate.payments.Account;
import io.oncegate.payments.Accounts;
import io.oncegate.payments.Notice;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Unknown;
import io.oncegate.payments.Reference;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hears what providers say of payments unasked, at any time and in any order: before our own answer, twice, late. What
 * has a higher rank stays; what comes after an end, or does not fit it, is left to an operator. It concerns attempts of
 * the account that said it, whatever it names. Thread-safe.
 */
@ApplicationScoped
public class HearOfPayment {

    private static final Set<AttemptStatus> OPEN_OR_PAID = withOpen(AttemptStatus.SUCCEEDED);
    private static final Set<AttemptStatus> NOT_IN_REVIEW = EnumSet.complementOf(EnumSet.of(AttemptStatus.REVIEW));

    private final Attempts attempts;
    private final SettleOrder settle;
    private final Accounts accounts;

    HearOfPayment(Attempts attempts, SettleOrder settle, Accounts accounts) {
        this.attempts = attempts;
        this.settle = settle;
        this.accounts = accounts;
    }

    private static Set<AttemptStatus> withOpen(AttemptStatus further) {
        Set<AttemptStatus> statuses = EnumSet.copyOf(AttemptStatus.OPEN);
        statuses.add(further);
        return statuses;
    }

    /**
     * What a signed notice says is the provider's word. Fails for want of storage, and with whatever reading the notice
     * fails with.
     *
     * @param eventId our row of it, which the statement that records something marks as applied
     */
    public Uni<Heard> told(String account, Notice notice, String eventId) {
        return meant(account, notice)
                .chain(found -> found.map(meant -> notice.meaning()
                                .apply(meant.attempt().charge())
                                .match(new AfterHearing(meant, eventId)))
                        .orElseGet(() -> heard(Heard.NO_SUCH_PAYMENT)));
    }

    /**
     * A notice that anybody may have sent is a hint: the provider is asked about the payment that it names, and what it
     * answers is recorded. Nothing is held while it is asked. Fails for want of storage.
     */
    public Uni<Heard> hinted(String account, Notice notice) {
        return meant(account, notice)
                .chain(found -> found.map(meant -> answer(meant.attempt(), notice)
                                .chain(outcome -> outcome.match(new AfterHearing(meant, null))))
                        .orElseGet(() -> heard(Heard.NO_SUCH_PAYMENT)));
    }

    private Uni<Optional<Meant>> meant(String account, Notice notice) {
        return attempts.meant(
                account,
                notice.externalId().orElse(null),
                notice.reference().flatMap(Reference::of).orElse(null),
                Timing.statement());
    }

    /** By what we know the payment, where we know it; the hint's own word for it proves nothing before it is answered. */
    private Uni<ProviderOutcome> answer(Attempt attempt, Notice hint) {
        Optional<Account> account = accounts.find(attempt.instruction().account());
        if (account.isEmpty()) {
            return Uni.createFrom().item(new Unknown("account-inactive", false));
        }
        Account provider = account.get();
        return Optional.ofNullable(attempt.externalId())
                .or(hint::externalId)
                .filter(id -> provider.descriptor().statusById())
                .map(id -> provider.status(attempt.charge(), id))
                .orElseGet(() -> provider.lookUp(attempt.charge()));
    }

    private static Uni<Heard> heard(Heard what) {
        return Uni.createFrom().item(what);
    }

    /** Where somebody else was first, it depends on what that was. */
    private static Heard heardOf(Recording recording) {
        return recording.match(recorded -> Heard.APPLIED, open -> Heard.IN_REVIEW, () -> Heard.LATER);
    }

    /** What follows from what was said, or answered, about an attempt. */
    private final class AfterHearing implements ProviderOutcome.Cases<Uni<Heard>> {

        private final Meant meant;
        private final Attempt attempt;

        /** Null for an answer to our own question. */
        private final @Nullable String eventId;

        AfterHearing(Meant meant, @Nullable String eventId) {
            this.meant = meant;
            this.attempt = meant.attempt();
            this.eventId = eventId;
        }

        @Override
        public Uni<Heard> notSent(ProviderOutcome.NotSent outcome) {
            return unanswered();
        }

        @Override
        public Uni<Heard> busy(ProviderOutcome.Busy outcome) {
            return unanswered();
        }

        @Override
        public Uni<Heard> rejected(ProviderOutcome.Rejected outcome) {
            return unanswered();
        }

        /** What a notice leaves open, the provider can be asked soon; what an answer leaves open, it has to be asked again. */
        @Override
        public Uni<Heard> unknown(Unknown outcome) {
            return eventId == null ? heard(Heard.LATER) : note(outcome, Optional.empty(), false, true);
        }

        private Uni<Heard> unanswered() {
            return heard(eventId == null ? Heard.LATER : Heard.NOTHING_NEW);
        }

        @Override
        public Uni<Heard> created(ProviderOutcome.Created outcome) {
            return note(outcome, Optional.of(outcome.externalId()), false, false);
        }

        /** That no money has moved says nothing about later. */
        @Override
        public Uni<Heard> absent(ProviderOutcome.Absent outcome) {
            return outcome.externalId().isEmpty()
                    ? heard(Heard.NOTHING_NEW)
                    : note(outcome, outcome.externalId(), false, false);
        }

        @Override
        public Uni<Heard> pending(ProviderOutcome.Pending outcome) {
            return note(outcome, outcome.externalId(), true, false);
        }

        @Override
        public Uni<Heard> actionRequired(ProviderOutcome.ActionRequired outcome) {
            Optional<String> url = outcome.redirectUrl();
            String id = outcome.externalId();
            if (!isOpen() || isAnother(id) || attempt.status() == AttemptStatus.ACTION_REQUIRED) {
                return heard(Heard.NOTHING_NEW);
            }
            return url.isPresent()
                    ? record(settle.asActionRequired(attempt, id, url.get()))
                    : note(outcome, Optional.of(id), true, true);
        }

        @Override
        public Uni<Heard> succeeded(ProviderOutcome.Succeeded outcome) {
            String id = outcome.externalId();
            if (isUndecided()) {
                return record(settle.asPaid(attempt, id))
                        .chain(heard -> heard == Heard.LATER ? asTheSecond(outcome) : heard(heard));
            }
            if (attempt.status() == AttemptStatus.REVIEW) {
                return forTheOperator(outcome, id);
            }
            boolean isKnown = attempt.status() == AttemptStatus.SUCCEEDED && !isAnother(id);
            return isKnown ? heard(Heard.NOTHING_NEW) : late(id, Heard.NOTHING_NEW);
        }

        /** Where it could not be recorded, it may be the second attempt whose money moved. */
        private Uni<Heard> asTheSecond(ProviderOutcome.Succeeded outcome) {
            return isOpen() ? late(outcome.externalId(), Heard.LATER) : forTheOperator(outcome, outcome.externalId());
        }

        @Override
        public Uni<Heard> declined(ProviderOutcome.Declined outcome) {
            String id = outcome.externalId().orElse(attempt.externalId());
            return ended(outcome, id, settle.asDeclined(attempt, outcome.reason(), id));
        }

        /** Whether another attempt follows is for whoever looks after the payment. */
        @Override
        public Uni<Heard> canceled(ProviderOutcome.Canceled outcome) {
            return isOpen()
                    ? note(outcome, Optional.of(outcome.externalId()), false, true)
                    : ended(outcome, outcome.externalId(), settle.asNotExecuted(attempt));
        }

        @Override
        public Uni<Heard> refunded(ProviderOutcome.Refunded outcome) {
            String id = outcome.externalId();
            Settlement givenBack = settle.asRefunded(attempt, id).from(OPEN_OR_PAID);
            boolean isPaid = attempt.status() == AttemptStatus.SUCCEEDED && !meant.refunded();
            return isPaid && !isAnother(id) ? record(givenBack) : ended(outcome, id, givenBack);
        }

        /** An answer about another reference is about the hint's payment, unless the payment is one that we know. */
        @Override
        public Uni<Heard> mismatch(ProviderOutcome.Mismatch outcome) {
            boolean isOurs = !outcome.what().equals("reference");
            boolean isTheHints = eventId == null && attempt.externalId() == null;
            if (attempt.status() == AttemptStatus.REVIEW) {
                return forTheOperator(outcome, null);
            }
            if (!isOurs && (isTheHints || !isOpen())) {
                return heard(Heard.NOTHING_NEW);
            }
            boolean isNews = isOurs && attempt.externalId() == null;
            return settle.review(
                            attempt,
                            new Review(
                                    isOurs ? NOT_IN_REVIEW : AttemptStatus.OPEN,
                                    "mismatch_" + outcome.what(),
                                    isNews ? outcome.externalId().orElse(null) : null,
                                    eventId))
                    .map(HearOfPayment::heardOf);
        }

        /** An end without money: of an attempt that has none yet. */
        private Uni<Heard> ended(ProviderOutcome outcome, @Nullable String id, Settlement settlement) {
            if (isAnother(id)) {
                return heard(Heard.NOTHING_NEW);
            }
            if (isUndecided()) {
                return record(settlement);
            }
            return attempt.status() == AttemptStatus.REVIEW ? forTheOperator(outcome, id) : heard(Heard.NOTHING_NEW);
        }

        private boolean isOpen() {
            return AttemptStatus.OPEN.contains(attempt.status());
        }

        private boolean isUndecided() {
            return isOpen() || meant.undecided();
        }

        /** Whether it is about another payment under our reference. */
        private boolean isAnother(@Nullable String id) {
            return id != null && attempt.externalId() != null && !id.equals(attempt.externalId());
        }

        /** Nobody works on what is in review: there it holds only while that is as it was found. */
        private Uni<Heard> record(Settlement settlement) {
            Settlement told = settlement.toldBy(eventId);
            return settle.record(
                            attempt,
                            meant.undecided()
                                    ? told.from(EnumSet.of(AttemptStatus.REVIEW))
                                            .by(attempt.worker())
                                    : told)
                    .map(HearOfPayment::heardOf);
        }

        private Uni<Heard> late(String id, Heard otherwise) {
            return settle.late(attempt, id, eventId).map(written -> written ? Heard.IN_REVIEW : otherwise);
        }

        private Uni<Heard> forTheOperator(ProviderOutcome outcome, @Nullable String id) {
            return attempts.note(
                            attempt.id(),
                            new Noted(isAnother(id) ? null : id, outcome.word(), false, false, eventId),
                            Timing.statement())
                    .map(written -> written ? Heard.IN_REVIEW : Heard.NOTHING_NEW);
        }

        private Uni<Heard> note(ProviderOutcome outcome, Optional<String> id, boolean pending, boolean lookSoon) {
            if (!isOpen() || isAnother(id.orElse(null))) {
                return heard(Heard.NOTHING_NEW);
            }
            return attempts.note(
                            attempt.id(),
                            new Noted(id.orElse(null), outcome.word(), pending, lookSoon, eventId),
                            Timing.statement())
                    .map(written -> written ? Heard.APPLIED : Heard.NOTHING_NEW);
        }
    }
}
