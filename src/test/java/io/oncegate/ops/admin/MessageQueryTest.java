package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oncegate.messages.MessageState;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageQueryTest {

    @ParameterizedTest
    @EnumSource(
            value = MessageState.class,
            names = {"DEAD", "UNKNOWN"})
    void asksForWhatNobodyLooksAfter(MessageState state) {
        assertThat(MessageQuery.status(state.stored())).isEqualTo(state);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Dead", "dead ", "ready", "queued", "sent", "all"})
    void refusesAnythingElse(String status) {
        assertThat(catchThrowableOfType(ProblemException.class, () -> MessageQuery.status(status))
                        .problem()
                        .errors())
                .containsExactly(new FieldError("/status", "must be dead or unknown"));
    }
}
