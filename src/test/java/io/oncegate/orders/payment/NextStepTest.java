package io.oncegate.orders.payment;

import static io.oncegate.orders.payment.AttemptStatus.ACTION_REQUIRED;
import static io.oncegate.orders.payment.AttemptStatus.PREPARED;
import static io.oncegate.orders.payment.AttemptStatus.UNKNOWN;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static io.oncegate.payments.ProviderOperation.CONFIRM;
import static io.oncegate.payments.ProviderOperation.CREATE;
import static io.oncegate.payments.ProviderOperation.LOOK_UP;
import static io.oncegate.payments.ProviderOperation.STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.Descriptor;
import io.oncegate.payments.Descriptor.LookUp;
import io.oncegate.payments.ProviderOperation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is done next, by what a provider can do: the table that no provider's name is in. */
class NextStepTest {
    private static final String ID = "external-1";
    private static final Attempt.Times EARLY = new Attempt.Times(true, true, false, false);
    private static final Attempt.Times KEY_FORGOTTEN = new Attempt.Times(true, false, true, false);
    private static final Attempt.Times TOO_LATE_TO_PAY = new Attempt.Times(false, true, true, false);
    private static final Attempt.Times SETTLED = new Attempt.Times(true, true, true, false);
    private static final Attempt.Times OVERDUE = new Attempt.Times(false, false, true, true);

    /** Keys, two steps, stored errors, a look-up that lags: as Stripe's. */
    private static final Descriptor KEYED = descriptor(List.of(CREATE, CONFIRM), 255, true, true, LookUp.LAGS);
    /** Keys, one step, no look-up: as YooKassa's. */
    private static final Descriptor KEYED_ONE_STEP = descriptor(List.of(CHARGE), 64, false, true, LookUp.NONE);
    /** No keys, two steps, a look-up that is certain: as T-Bank's. */
    private static final Descriptor LOOKED_UP = descriptor(List.of(CREATE, CONFIRM), 0, false, true, LookUp.STRONG);
    /** Nothing at all. */
    private static final Descriptor CRUDE = descriptor(List.of(CHARGE), 0, false, false, LookUp.NONE);

    @Test
    void whatNeverLeftIsSentWhileThereIsTime() {
        for (var provider : List.of(KEYED, KEYED_ONE_STEP, LOOKED_UP, CRUDE)) {
            var operation = provider.last();
            assertThat(NextStep.before(prepared(operation, EARLY), provider)).isEqualTo(NextStep.SEND);
            assertThat(NextStep.before(prepared(operation, TOO_LATE_TO_PAY), provider))
                    .isEqualTo(NextStep.NOT_EXECUTED);
        }
    }

    @Test
    void afterTheDeadlineAnOperatorDecides() {
        for (var provider : List.of(KEYED, KEYED_ONE_STEP, LOOKED_UP, CRUDE)) {
            assertThat(NextStep.before(unknown(provider.last(), ID, OVERDUE), provider))
                    .isEqualTo(NextStep.REVIEW);
        }
    }

    @Test
    void aKnownPaymentIsAskedForById() {
        for (var provider : List.of(KEYED, KEYED_ONE_STEP, LOOKED_UP)) {
            assertThat(NextStep.before(unknown(provider.last(), ID, EARLY), provider))
                    .isEqualTo(NextStep.STATUS);
            assertThat(NextStep.before(unknown(provider.last(), ID, TOO_LATE_TO_PAY), provider))
                    .isEqualTo(NextStep.STATUS);
        }
    }

    @Test
    void theSameBytesGoAgainOnlyWhileTheKeyIsKnownAndThereIsTimeToPay() {
        var unknown = unknown(CHARGE, null, EARLY);
        assertThat(NextStep.before(unknown, KEYED_ONE_STEP)).isEqualTo(NextStep.SEND);
        assertThat(NextStep.before(unknown(CHARGE, null, KEY_FORGOTTEN), KEYED_ONE_STEP))
                .isEqualTo(NextStep.REVIEW);
        assertThat(NextStep.before(unknown(CHARGE, null, TOO_LATE_TO_PAY), KEYED_ONE_STEP))
                .isEqualTo(NextStep.REVIEW);
    }

    @Test
    void whereNobodyCanBeAskedNothingIsSentAgain() {
        assertThat(NextStep.before(unknown(CHARGE, null, EARLY), CRUDE)).isEqualTo(NextStep.REVIEW);
        assertThat(NextStep.before(unknown(CHARGE, ID, EARLY), CRUDE)).isEqualTo(NextStep.REVIEW);
    }

    @Test
    void whatMovesNoMoneyIsRepeatedOrGivenUpWithoutHarm() {
        assertThat(NextStep.before(unknown(CREATE, null, EARLY), KEYED)).isEqualTo(NextStep.SEND);
        assertThat(NextStep.before(errorAnswered(unknown(CREATE, null, EARLY)), KEYED))
                .isEqualTo(NextStep.NOT_EXECUTED);
        assertThat(NextStep.before(unknown(CREATE, null, TOO_LATE_TO_PAY), KEYED))
                .isEqualTo(NextStep.NOT_EXECUTED);
        assertThat(NextStep.before(unknown(CREATE, null, EARLY), LOOKED_UP)).isEqualTo(NextStep.LOOK_UP);
        assertThat(NextStep.afterAbsence(unknown(CREATE, null, EARLY), LOOKED_UP, LOOK_UP))
                .isEqualTo(NextStep.SEND);
        assertThat(NextStep.afterAbsence(unknown(CREATE, null, TOO_LATE_TO_PAY), LOOKED_UP, LOOK_UP))
                .isEqualTo(NextStep.NOT_EXECUTED);
    }

    @Test
    void anUnconfirmedPaymentIsConfirmedAgainUnderItsKey() {
        assertThat(NextStep.afterAbsence(unknown(CONFIRM, ID, EARLY), KEYED, STATUS))
                .isEqualTo(NextStep.SEND);
    }

    /** It would answer the same error for as long as it keeps it. */
    @Test
    void anErrorThatTheProviderKeepsIsNotAskedForAgain() {
        var failed = errorAnswered(unknown(CONFIRM, ID, EARLY));
        assertThat(NextStep.before(failed, KEYED)).isEqualTo(NextStep.STATUS);
        assertThat(NextStep.afterAbsence(failed, KEYED, STATUS)).isEqualTo(NextStep.WAIT_ABSENT);
    }

    @Test
    void absenceCountsOnlyAfterTheSettlingAndTwice() {
        assertThat(absent(0, EARLY)).isEqualTo(NextStep.WAIT_ABSENT);
        assertThat(absent(5, EARLY)).isEqualTo(NextStep.WAIT_ABSENT);
        assertThat(absent(0, SETTLED)).isEqualTo(NextStep.WAIT_ABSENT);
        assertThat(absent(1, SETTLED)).isEqualTo(NextStep.NOT_EXECUTED);
    }

    @Test
    void aLookUpThatLagsProvesNoAbsence() {
        var unseen = TestAttempts.with(
                unknown(CONFIRM, null, SETTLED), new TestAttempts.State(UNKNOWN, null, true, 9), SETTLED);
        assertThat(NextStep.afterAbsence(unseen, KEYED, LOOK_UP)).isEqualTo(NextStep.WAIT_ABSENT);
    }

    @Test
    void aPayersStepIsWatchedById() {
        var waiting = TestAttempts.with(
                unknown(CONFIRM, ID, EARLY), new TestAttempts.State(ACTION_REQUIRED, ID, false, 0), EARLY);
        assertThat(NextStep.before(waiting, KEYED)).isEqualTo(NextStep.STATUS);
    }

    @Test
    void aPayersStepThatNobodyCanWatchHasItsTime() {
        var waiting = TestAttempts.with(
                unknown(CHARGE, ID, EARLY), new TestAttempts.State(ACTION_REQUIRED, ID, false, 0), EARLY);
        assertThat(NextStep.before(waiting, CRUDE)).isEqualTo(NextStep.WAIT_ABSENT);
        var tooLate =
                TestAttempts.with(waiting, new TestAttempts.State(ACTION_REQUIRED, ID, false, 0), TOO_LATE_TO_PAY);
        assertThat(NextStep.before(tooLate, CRUDE)).isEqualTo(NextStep.REVIEW);
    }

    private static NextStep absent(int absences, Attempt.Times times) {
        var attempt = TestAttempts.with(
                unknown(CONFIRM, ID, times), new TestAttempts.State(UNKNOWN, ID, false, absences), times);
        return NextStep.afterAbsence(attempt, LOOKED_UP, STATUS);
    }

    private static Attempt unknown(ProviderOperation operation, String externalId, Attempt.Times times) {
        return TestAttempts.unknown(operation, externalId, times);
    }

    private static Attempt prepared(ProviderOperation operation, Attempt.Times times) {
        return TestAttempts.with(
                unknown(operation, null, times), new TestAttempts.State(PREPARED, null, false, 0), times);
    }

    private static Attempt errorAnswered(Attempt attempt) {
        return TestAttempts.with(
                attempt, new TestAttempts.State(UNKNOWN, attempt.externalId(), true, 0), attempt.times());
    }

    private static Descriptor descriptor(
            List<ProviderOperation> operations, int key, boolean storesErrors, boolean status, LookUp lookUp) {
        var life = Duration.ofHours(24);
        return new Descriptor(
                "any", operations, key, life, storesErrors, status, lookUp, false, Duration.ofSeconds(60));
    }
}
