package io.oncegate.orders.postgres;

import static io.oncegate.orders.postgres.Payments.LONG;
import static io.oncegate.orders.postgres.Tellings.account;
import static io.oncegate.orders.postgres.Tellings.id;
import static io.oncegate.orders.postgres.Tellings.notice;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static io.oncegate.payments.ProviderOperation.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.orders.payment.Heard;
import io.oncegate.orders.payment.TestAttempts;
import io.oncegate.payments.AskedProvider;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.TestServers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers tell that does not fit what is recorded, on a real PostgreSQL: an operator decides. */
class PgLateHearingTest {
    private static Payments payments;

    private final AskedProvider provider = new AskedProvider();
    private Tellings tellings;

    @BeforeAll
    static void start() {
        payments = new Payments(TestServers.shared().freshDatabase().migrate());
    }

    @AfterAll
    static void stop() {
        payments.close();
    }

    @BeforeEach
    void listen() {
        tellings = new Tellings(payments, payments.hearing(provider));
    }

    @ParameterizedTest
    @ValueSource(strings = {"declined", "rejected", "not_executed"})
    void moneyThatMovesAfterANegativeEndIsReviewed(String end) {
        var attempt = payments.begin(CHARGE);
        assertThat(payments.settle(attempt, Payments.declined())).isTrue();
        payments.database().execute("UPDATE payment_attempts SET status = ? WHERE attempt_id = ?", end, attempt.id());
        var event = payments.event(account(attempt));

        assertThat(tellings.tell(attempt, notice(attempt, id(), "succeeded"), event))
                .isEqualTo(Heard.IN_REVIEW);

        assertThat(payments.attempt(attempt)).containsEntry("status", "review").containsEntry("reason", "late_success");
        assertThat(payments.order(attempt)).containsEntry("status", "payment_review");
        assertThat(payments.key(attempt)).containsEntry("status", "failed_final");
        assertThat(payments.storedEvent(event)).containsEntry("status", "applied");
    }

    @Test
    void moneyOfASecondAttemptIsReviewed() {
        var first = payments.begin(CHARGE);
        var second = tellings.next(first);
        assertThat(tellings.tell(first, id(), "succeeded")).isEqualTo(Heard.IN_REVIEW);
        assertThat(tellings.tell(second, id(), "succeeded")).isEqualTo(Heard.IN_REVIEW);

        assertThat(payments.attempt(first)).containsEntry("reason", "late_success");
        assertThat(payments.attempt(second)).containsEntry("reason", "duplicate_success");
        assertThat(payments.order(first)).containsEntry("status", "payment_review");
    }

    @Test
    void moneyOfAFirstAttemptAfterTheSecondPaidIsReviewedAndTheOrderStaysPaid() {
        var first = payments.begin(CHARGE);
        var second = tellings.next(first);
        assertThat(tellings.tell(second, id(), "succeeded")).isEqualTo(Heard.APPLIED);
        assertThat(tellings.tell(first, id(), "succeeded")).isEqualTo(Heard.IN_REVIEW);

        assertThat(payments.attempt(first)).containsEntry("reason", "duplicate_success");
        assertThat(payments.order(first)).containsEntry("status", "paid");
    }

    @Test
    void moneyThatMovesTwiceUnderOneReferenceIsReviewedAndTheOrderStaysPaid() {
        var attempt = payments.begin(CHARGE);
        var one = id();
        var other = id();
        assertThat(tellings.tell(attempt, one, "succeeded")).isEqualTo(Heard.APPLIED);
        assertThat(tellings.tell(attempt, other, "refunded")).isEqualTo(Heard.NOTHING_NEW);

        assertThat(tellings.tell(attempt, other, "succeeded")).isEqualTo(Heard.IN_REVIEW);

        assertThat(payments.attempt(attempt))
                .containsEntry("status", "review")
                .containsEntry("reason", "second_charge")
                .containsEntry("external_id", other);
        assertThat(payments.order(attempt)).containsEntry("status", "paid");
        assertThat(payments.payment(attempt)).containsEntry("external_id", one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"declined", "canceled", "requires_action", "processing", "refunded"})
    void anotherPaymentUnderOurReferenceEndsNothing(String event) {
        var attempt = payments.begin(CREATE);
        assertThat(tellings.tell(attempt, id(), "created")).isEqualTo(Heard.APPLIED);
        var before = payments.attempt(attempt);

        assertThat(tellings.tell(attempt, id(), event)).isEqualTo(Heard.NOTHING_NEW);

        assertThat(payments.attempt(attempt)).usingRecursiveComparison().isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"amount, sending", "currency, sending", "amount, succeeded", "currency, declined"})
    void anotherAmountOrCurrencyIsReviewed(String what, String status) {
        var attempt = payments.begin(CHARGE);
        var id = id();
        if (status.equals("succeeded")) {
            assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);
        } else if (status.equals("declined")) {
            assertThat(tellings.tell(attempt, id, "declined")).isEqualTo(Heard.APPLIED);
        }
        var event = payments.event(account(attempt));

        var notice = notice(attempt, charge -> new Mismatch(what, Optional.of(id)));
        assertThat(tellings.tell(attempt, notice, event)).isEqualTo(Heard.IN_REVIEW);

        assertThat(payments.attempt(attempt))
                .containsEntry("status", "review")
                .containsEntry("reason", "mismatch_" + what)
                .containsEntry("external_id", id);
        assertThat(payments.order(attempt))
                .containsEntry("status", status.equals("succeeded") ? "paid" : "payment_review");
        assertThat(payments.storedEvent(event)).containsEntry("status", "applied");
    }

    @Test
    void whatAnOperatorDecidesIsNotDecidedByAnEvent() {
        var attempt = payments.begin(CHARGE);
        assertThat(tellings.tell(attempt, id(), "declined")).isEqualTo(Heard.APPLIED);
        var id = id();
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.IN_REVIEW);

        for (var event : List.of("succeeded", "refunded", "declined")) {
            assertThat(tellings.tell(attempt, id, event)).isEqualTo(Heard.IN_REVIEW);
            assertThat(tellings.tell(attempt, id, event)).isEqualTo(Heard.NOTHING_NEW);
            assertThat(payments.attempt(attempt))
                    .containsEntry("status", "review")
                    .containsEntry("reason", "late_success")
                    .containsEntry("last_outcome", event);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "succeeded, succeeded, paid",
        "declined, declined, payment_failed",
        "canceled, not_executed, payment_failed",
        "refunded, succeeded, payment_failed"
    })
    void whatWasInReviewForWantOfAnAnswerIsDecidedByIt(String event, String attemptEnd, String orderEnd) {
        for (var reason : List.of("deadline", "outcome_unknown")) {
            var attempt = payments.begin(CHARGE);
            assertThat(payments.await(
                            payments.attempts().review(attempt.id(), TestAttempts.because(reason), Deadline.in(LONG))))
                    .isTrue();

            assertThat(tellings.tell(attempt, id(), event)).isEqualTo(Heard.APPLIED);

            assertThat(payments.attempt(attempt)).containsEntry("status", attemptEnd);
            assertThat(payments.order(attempt)).containsEntry("status", orderEnd);
            assertThat(payments.key(attempt).get("expires_at")).isNotNull();
        }
    }
}
