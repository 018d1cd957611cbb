package io.oncegate.orders.postgres;

import static io.oncegate.orders.postgres.Payments.LONG;
import static io.oncegate.orders.postgres.Payments.WINDOWS;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.HearOfPayment;
import io.oncegate.orders.payment.Heard;
import io.oncegate.orders.payment.LeftOpen;
import io.oncegate.orders.payment.TestAttempts;
import io.oncegate.payments.Charge;
import io.oncegate.payments.Notice;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.ActionRequired;
import io.oncegate.payments.ProviderOutcome.Canceled;
import io.oncegate.payments.ProviderOutcome.Declined;
import io.oncegate.payments.ProviderOutcome.Pending;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import io.oncegate.request.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Providers that tell of payments, in words of one kind for all of them. */
record Tellings(Payments payments, HearOfPayment hearing) {
    private static final String URL = "https://bank.example/3ds";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Tells of an attempt by its reference, under an event id of its own. */
    Heard tell(Attempt attempt, String externalId, String event) {
        return tell(attempt, notice(attempt, externalId, event), payments.event(account(attempt)));
    }

    Heard tell(Attempt attempt, Notice notice, String eventId) {
        return told(account(attempt), notice, eventId);
    }

    Heard told(String account, Notice notice, String eventId) {
        return payments.await(hearing.told(account, notice, eventId));
    }

    Heard hint(String account, Notice notice) {
        return payments.await(hearing.hinted(account, notice));
    }

    static Notice notice(Attempt attempt, String externalId, String event) {
        return notice(Optional.of(externalId), Optional.of(reference(attempt)), charge -> outcome(event, externalId));
    }

    static Notice notice(Attempt attempt, Function<Charge, ProviderOutcome> meaning) {
        return notice(Optional.empty(), Optional.of(reference(attempt)), meaning);
    }

    static Notice notice(
            Optional<String> externalId, Optional<String> reference, Function<Charge, ProviderOutcome> meaning) {
        return new Notice(Optional.empty(), "any", externalId, reference, meaning);
    }

    private static ProviderOutcome outcome(String event, String id) {
        return switch (event) {
            case "created" -> new Absent(Optional.of(id));
            case "requires_action" -> new ActionRequired(id, URL);
            case "processing" -> new Pending(Optional.of(id));
            case "succeeded" -> new Succeeded(id);
            case "refunded" -> new Refunded(id);
            case "declined" -> new Declined("no_funds", Optional.of(id));
            case "canceled" -> new Canceled(id);
            case "unclear" -> new Unknown("contradiction", false);
            default -> throw new IllegalArgumentException(event);
        };
    }

    private static String reference(Attempt attempt) {
        return attempt.number() == 1 ? attempt.order().id() : attempt.order().id() + "-" + attempt.number();
    }

    static String account(Attempt attempt) {
        return attempt.instruction().account();
    }

    /** What a provider might call a payment that it has not named before. */
    static String id() {
        return "heard-" + NUMBER.incrementAndGet();
    }

    /** The attempt that follows when the first was proven not executed. */
    Attempt next(Attempt first) {
        var second = TestAttempts.next(first, Payments.ulid(), UUID.randomUUID(), CHARGE);
        assertThat(payments.await(payments.attempts().next(first, second, WINDOWS, Deadline.in(LONG))))
                .isTrue();
        return second;
    }

    /** Its worker goes, and nobody looks after it for an hour. */
    boolean leaveOpen(Attempt attempt) {
        var how = new LeftOpen(AttemptStatus.UNKNOWN, "any", null, false, false, Duration.ofHours(1));
        return payments.await(payments.attempts().leaveOpen(attempt, how, Deadline.in(LONG)));
    }

    List<Attempt> due(Attempt attempt) {
        return payments.await(payments.attempts().due(account(attempt), UUID.randomUUID(), 10, Deadline.in(LONG)));
    }
}
