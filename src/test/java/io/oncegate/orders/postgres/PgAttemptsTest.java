package io.oncegate.orders.postgres;

import static io.oncegate.orders.postgres.Payments.LONG;
import static io.oncegate.orders.postgres.Payments.TOO_LATE_TO_PAY;
import static io.oncegate.orders.postgres.Payments.WINDOWS;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static io.oncegate.payments.ProviderOperation.CONFIRM;
import static io.oncegate.payments.ProviderOperation.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.idempotency.Claim;
import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.LeftOpen;
import io.oncegate.orders.payment.TestAttempts;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every transition of an attempt on a real PostgreSQL: what it writes, and what it leaves alone when it comes too late. */
class PgAttemptsTest {
    private static Payments payments;

    @BeforeAll
    static void start() {
        payments = new Payments(TestServers.shared().freshDatabase().migrate());
    }

    @AfterAll
    static void stop() {
        payments.close();
    }

    @Test
    void theFirstPhaseStoresAllOfItBeforeAnythingLeaves() {
        var attempt = payments.begin(CREATE);

        assertThat(payments.key(attempt)).containsEntry("status", "in_progress").containsEntry("held", true);
        assertThat(payments.order(attempt)).containsEntry("status", "payment_pending");
        assertThat(payments.payment(attempt)).containsEntry("status", "new");
        assertThat(payments.attempt(attempt))
                .containsEntry("status", "sending")
                .containsEntry("operation", "create")
                .containsEntry("request", attempt.request().body())
                .containsEntry("provider_key", attempt.request().key())
                .containsEntry("worker_token", attempt.worker());
    }

    @Test
    void theFirstPhaseThatIsSentAgainFindsItsOwnWork() {
        var attempt = payments.begin(CHARGE);

        assertThat(payments.claimAgain(attempt)).isInstanceOf(Claim.Ours.class);
        assertThat(payments.database()
                        .count(
                                "SELECT count(*) FROM payment_attempts WHERE order_id = ?",
                                attempt.order().id()))
                .isEqualTo(1);
    }

    @Test
    void anOutcomeIsRecordedWithAllThatFollowsFromIt() {
        var attempt = payments.begin(CHARGE);
        var outcome = Payments.paid("ext-1");

        assertThat(payments.settle(attempt, outcome)).isTrue();

        assertThat(payments.attempt(attempt))
                .containsEntry("status", "succeeded")
                .containsEntry("external_id", "ext-1")
                .containsEntry("next_check_at", null);
        assertThat(payments.payment(attempt)).containsEntry("status", "paid").containsEntry("external_id", "ext-1");
        assertThat(payments.order(attempt)).containsEntry("status", "paid");
        assertThat(payments.key(attempt))
                .containsEntry("status", "succeeded")
                .containsEntry("response_code", 201)
                .containsEntry("response_body", outcome.response().body());
    }

    @Test
    void theFirstOutcomeStaysWhoeverComesAfterIt() {
        var attempt = payments.begin(CHARGE);
        var outcome = Payments.declined();
        assertThat(payments.settle(attempt, outcome)).isTrue();

        assertThat(payments.settle(attempt, Payments.paid("ext-2"))).isFalse();
        assertThat(payments.settle(attempt, Payments.declined())).isFalse();

        assertThat(payments.order(attempt)).containsEntry("status", "payment_failed");
        assertThat(payments.key(attempt))
                .containsEntry("status", "failed_final")
                .containsEntry("response_body", outcome.response().body());
    }

    @Test
    void anOutcomeCanBeRecordedByWhoeverLearnsItFirst() {
        var attempt = payments.begin(CHARGE);
        payments.makeDue(attempt);
        var taken = takeDue(attempt);

        assertThat(payments.settle(attempt, Payments.paid("ext-3"))).isTrue();

        assertThat(leaveOpen(taken, AttemptStatus.UNKNOWN)).isFalse();
        assertThat(payments.order(attempt)).containsEntry("status", "paid");
    }

    @Test
    void aPayersStepFinishesTheKeyAndTheRestIsToldByTheOrder() {
        var attempt = payments.begin(CHARGE);
        var asked = Payments.actionRequired("ext-4");
        assertThat(payments.settle(attempt, asked)).isTrue();
        assertThat(payments.key(attempt)).containsEntry("status", "succeeded");

        assertThat(payments.settle(attempt, Payments.paid("ext-4"))).isTrue();

        assertThat(payments.order(attempt)).containsEntry("status", "paid");
        assertThat(payments.key(attempt))
                .containsEntry("response_body", asked.response().body());
    }

    @Test
    void theStepThatFollowsIsStoredBeforeItLeaves() {
        var attempt = payments.begin(CREATE);
        var confirm = TestAttempts.request(CONFIRM, attempt);

        assertThat(payments.await(payments.attempts().step(attempt, confirm, "ext-5", WINDOWS, Deadline.in(LONG))))
                .isTrue();
        // As after a lost reply.
        assertThat(payments.await(payments.attempts().step(attempt, confirm, "ext-5", WINDOWS, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.attempt(attempt))
                .containsEntry("operation", "confirm")
                .containsEntry("external_id", "ext-5")
                .containsEntry("request", confirm.body());
        assertThat(payments.payment(attempt)).containsEntry("external_id", "ext-5");
    }

    @Test
    void noStepIsTakenBySomebodyElseOrTooLate() {
        var attempt = payments.begin(CREATE);
        var other = TestAttempts.heldBy(attempt, UUID.randomUUID());
        var late = payments.begin("late", CREATE, TOO_LATE_TO_PAY);

        for (var refused : List.of(other, late)) {
            var confirm = TestAttempts.request(CONFIRM, refused);
            assertThat(payments.await(payments.attempts().step(refused, confirm, "ext-6", WINDOWS, Deadline.in(LONG))))
                    .isFalse();
            assertThat(payments.attempt(refused)).containsEntry("operation", "create");
        }
    }

    @Test
    void aProvidersPaymentBelongsToOneOrder() {
        var first = payments.begin("one", CHARGE, WINDOWS);
        var second = payments.begin("one", CHARGE, WINDOWS);
        assertThat(payments.settle(first, Payments.paid("ext-7"))).isTrue();

        assertThatThrownBy(() -> payments.settle(second, Payments.paid("ext-7")))
                .cause()
                .isInstanceOfSatisfying(
                        ConstraintViolatedException.class,
                        violated -> assertThat(violated.constraint()).isEqualTo("external_operations_once"));

        assertThat(payments.order(second)).containsEntry("status", "payment_pending");
        assertThat(payments.attempt(second)).containsEntry("status", "sending");
    }

    @Test
    void whatIsLeftOpenReleasesItsLeases() {
        var attempt = payments.begin(CHARGE);

        assertThat(leaveOpen(attempt, AttemptStatus.UNKNOWN)).isTrue();
        // As after a lost reply.
        assertThat(leaveOpen(attempt, AttemptStatus.UNKNOWN)).isTrue();

        assertThat(payments.attempt(attempt))
                .containsEntry("status", "unknown")
                .containsEntry("locked_until", null)
                .containsEntry("checks", 1);
        assertThat(payments.key(attempt)).containsEntry("status", "in_progress").containsEntry("held", false);
    }

    @Test
    void aWorkerWhoseAttemptIsAnothersWritesNothing() {
        var attempt = payments.begin(CHARGE);
        payments.makeDue(attempt);
        var taken = takeDue(attempt);

        assertThat(leaveOpen(attempt, AttemptStatus.PREPARED)).isFalse();
        assertThat(payments.await(payments.attempts().resending(attempt, true, WINDOWS, Deadline.in(LONG))))
                .isFalse();
        assertThat(payments.attempt(attempt))
                .containsEntry("status", "unknown")
                .containsEntry("worker_token", taken.worker());
    }

    @Test
    void anotherAttemptBeginsInTheStatementThatEndsTheLast() {
        var attempt = payments.begin(CHARGE);
        var next = TestAttempts.next(attempt, Payments.ulid(), UUID.randomUUID(), CHARGE);

        assertThat(payments.await(payments.attempts().next(attempt, next, WINDOWS, Deadline.in(LONG))))
                .isTrue();
        // As after a lost reply.
        assertThat(payments.await(payments.attempts().next(attempt, next, WINDOWS, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.attempt(attempt)).containsEntry("status", "not_executed");
        assertThat(payments.attempt(next)).containsEntry("status", "sending").containsEntry("number", 2);
    }

    @Test
    void noFurtherAttemptBeginsWhenItIsTooLateToPay() {
        var attempt = payments.begin("late-2", CHARGE, TOO_LATE_TO_PAY);
        var next = TestAttempts.next(attempt, Payments.ulid(), UUID.randomUUID(), CHARGE);

        assertThat(payments.await(payments.attempts().next(attempt, next, WINDOWS, Deadline.in(LONG))))
                .isFalse();

        assertThat(payments.attempt(attempt)).containsEntry("status", "sending");
    }

    @Test
    void moneyThatMovesAfterANegativeEndIsReviewedAndNeverPaid() {
        var attempt = payments.begin(CHARGE);
        assertThat(payments.settle(attempt, Payments.declined())).isTrue();

        assertThat(payments.await(payments.attempts().lateSuccess(attempt.id(), "ext-8", null, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.attempt(attempt)).containsEntry("status", "review").containsEntry("reason", "late_success");
        assertThat(payments.order(attempt)).containsEntry("status", "payment_review");
        assertThat(payments.key(attempt)).containsEntry("status", "failed_final");
    }

    @Test
    void moneyThatMovesTwiceIsReviewedWhicheverComesFirst() {
        var first = payments.begin(CHARGE);
        var second = TestAttempts.next(first, Payments.ulid(), UUID.randomUUID(), CHARGE);
        assertThat(payments.await(payments.attempts().next(first, second, WINDOWS, Deadline.in(LONG))))
                .isTrue();
        assertThat(payments.await(payments.attempts().lateSuccess(first.id(), "ext-9", null, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.settle(second, Payments.paid("ext-10"))).isFalse();
        assertThat(payments.await(payments.attempts().lateSuccess(second.id(), "ext-10", null, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.attempt(second))
                .containsEntry("status", "review")
                .containsEntry("reason", "duplicate_success");
        assertThat(payments.order(first)).containsEntry("status", "payment_review");
        assertThat(payments.key(first)).containsEntry("status", "in_progress");
    }

    @Test
    void anOpenAttemptHasNoLateSuccess() {
        var attempt = payments.begin(CHARGE);

        assertThat(payments.await(payments.attempts().lateSuccess(attempt.id(), "ext-11", null, Deadline.in(LONG))))
                .isFalse();

        assertThat(payments.attempt(attempt)).containsEntry("status", "sending");
    }

    @Test
    void whatWasBeingSentWhenItsLeaseEndedIsUnknown() {
        var attempt = payments.begin(CHARGE);
        assertThat(due(attempt.instruction().account(), 10)).isEmpty();
        payments.makeDue(attempt);

        var taken = takeDue(attempt);

        assertThat(taken.status()).isEqualTo(AttemptStatus.UNKNOWN);
        assertThat(taken.order()).isEqualTo(attempt.order());
        assertThat(taken.request().body()).isEqualTo(attempt.request().body());
        assertThat(taken.times().payable()).isTrue();
        assertThat(due(attempt.instruction().account(), 10)).isEmpty();
    }

    /** A backlog of any size does not keep what is new waiting. */
    @Test
    void aFreshAttemptIsAmongTheNextHoweverManyAreOlder() {
        var fresh = payments.begin("crowded", CHARGE, WINDOWS);
        payments.makeDue(fresh);
        payments.database().execute("""
                INSERT INTO payments (tenant_id, order_id, account, idempotency_key, request_id, method, status, pay_until,
                    review_at)
                SELECT 'crowd', '01' || lpad(n::text, 24, '0'), 'crowded', 'k' || n, 'r', 'm', 'pending', now(), now()
                FROM generate_series(1, 10000) AS n
                """);
        payments.database().execute("""
                INSERT INTO orders (tenant_id, order_id, principal, user_id, amount, currency, status, created_at)
                SELECT 'crowd', '01' || lpad(n::text, 24, '0'), 'default', 'u', 1, 'EUR', 'payment_pending', now()
                FROM generate_series(1, 10000) AS n
                """);
        payments.database().execute("""
                INSERT INTO payment_attempts (attempt_id, tenant_id, order_id, account, number, operation, status, target,
                    content_type, request, worker_token, checks, next_check_at, resend_until, settle_until)
                SELECT '02' || lpad(n::text, 24, '0'), 'crowd', '01' || lpad(n::text, 24, '0'), 'crowded', 1, 'charge',
                    'pending', '/', 't', 'x', gen_random_uuid(), 3, now() - interval '1 hour', now(), now()
                FROM generate_series(1, 10000) AS n
                """);

        assertThat(due("crowded", 16))
                .extracting(Attempt::id)
                .contains(fresh.id())
                .hasSizeGreaterThan(8);
    }

    @Test
    void aLiveAttemptIsTakenUnlessSomebodyHasJustLookedAfterIt() {
        var attempt = payments.begin(CHARGE);
        assertThat(live(attempt, Duration.ZERO)).isEmpty();
        assertThat(leaveOpen(attempt, AttemptStatus.PENDING)).isTrue();

        assertThat(live(attempt, Duration.ofMinutes(1))).isEmpty();
        assertThat(live(attempt, Duration.ZERO)).hasSize(1);
        assertThat(live(attempt, Duration.ZERO)).isEmpty();
    }

    @Test
    void absencesCountInARowAndOnlyAfterTheSettling() {
        var attempt = payments.begin(CHARGE);
        assertThat(absentSeenBy(attempt)).isZero();
        payments.database()
                .execute("UPDATE payment_attempts SET settle_until = now() WHERE attempt_id = ?", attempt.id());
        assertThat(absentSeenBy(live(attempt, Duration.ZERO).get(0))).isEqualTo(1);
        assertThat(absentSeenBy(live(attempt, Duration.ZERO).get(0))).isEqualTo(2);
        assertThat(leaveOpen(live(attempt, Duration.ZERO).get(0), AttemptStatus.UNKNOWN))
                .isTrue();
        assertThat(payments.attempt(attempt)).containsEntry("absences", 0);
    }

    @Test
    void theAccountsWithOpenAttemptsAreKnown() {
        var attempt = payments.begin("still-needed", CHARGE, WINDOWS);
        assertThat(payments.await(payments.attempts().openAccounts(Deadline.in(LONG))))
                .contains("still-needed");

        assertThat(payments.settle(attempt, Payments.declined())).isTrue();

        assertThat(payments.await(payments.attempts().openAccounts(Deadline.in(LONG))))
                .doesNotContain("still-needed");
    }

    private int absentSeenBy(Attempt holder) {
        var seen = new LeftOpen(AttemptStatus.UNKNOWN, "absent", null, false, true, Duration.ofSeconds(1));
        assertThat(payments.await(payments.attempts().leaveOpen(holder, seen, Deadline.in(LONG))))
                .isTrue();
        return (Integer) payments.attempt(holder).get("absences");
    }

    private boolean leaveOpen(Attempt holder, AttemptStatus status) {
        var how = new LeftOpen(status, "any", null, false, false, Duration.ofSeconds(1));
        return payments.await(payments.attempts().leaveOpen(holder, how, Deadline.in(LONG)));
    }

    private List<Attempt> live(Attempt attempt, Duration quiet) {
        return payments
                .await(payments.attempts()
                        .live(Payments.TENANT, attempt.order().id(), UUID.randomUUID(), quiet, Deadline.in(LONG)))
                .stream()
                .toList();
    }

    private List<Attempt> due(String account, int most) {
        return payments.await(payments.attempts().due(account, UUID.randomUUID(), most, Deadline.in(LONG)));
    }

    private Attempt takeDue(Attempt attempt) {
        var taken = due(attempt.instruction().account(), 10);
        assertThat(taken).extracting(Attempt::id).containsExactly(attempt.id());
        return taken.get(0);
    }
}
