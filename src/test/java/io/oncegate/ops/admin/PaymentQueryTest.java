package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentQueryTest {

    @ParameterizedTest
    @EnumSource(
            value = AttemptStatus.class,
            names = {"PREPARED", "SENDING", "UNKNOWN", "PENDING", "ACTION_REQUIRED", "REVIEW"})
    void asksForWhatHasNoOutcome(AttemptStatus status) {
        assertThat(PaymentQuery.status(status.wire())).isEqualTo(status);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "Unknown", "unknown ", "succeeded", "declined", "rejected", "not_executed", "paid", "all"})
    void refusesAnythingElse(String status) {
        assertThat(catchThrowableOfType(ProblemException.class, () -> PaymentQuery.status(status))
                        .problem()
                        .errors())
                .containsExactly(new FieldError(
                        "/status", "must be one of prepared, sending, unknown, pending, action_required, review"));
    }
}
