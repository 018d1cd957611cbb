package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.overload.queue.Bounds;
import io.oncegate.overload.queue.Gate;
import org.junit.jupiter.api.Test;

class PermitTest {
    private final Gate gate = new Gate(() -> 10, () -> new Bounds(1, 1, 1, 1), System::nanoTime);
    private final Permit permit = given();

    private Permit given() {
        gate.takeAgain();
        return new Permit(gate, System::nanoTime);
    }

    @Test
    void isGivenBackOnceWithTheEndOfItsWork() {
        permit.end();

        assertThat(gate.inUse()).isZero();
        assertThat(permit.lasts()).isFalse();
    }

    @Test
    void isGivenBackWhileSomebodyElseIsAwaitedAndTakenAgain() {
        permit.stepAside();
        assertThat(gate.inUse()).isZero();

        permit.stepBack();
        assertThat(gate.inUse()).isEqualTo(1);

        permit.end();
        assertThat(gate.inUse()).isZero();
    }

    @Test
    void isHadUntilTheLastPartOfItsWorkHasEnded() {
        permit.begin();

        permit.end();
        assertThat(gate.inUse()).isEqualTo(1);

        permit.end();
        assertThat(gate.inUse()).isZero();
    }

    /** Its caller was answered while the provider was still awaited: what the provider says is recorded with a permit. */
    @Test
    void isTakenAgainForWhatOutlivesTheAnswer() {
        permit.begin();
        permit.stepAside();

        permit.end();
        assertThat(gate.inUse()).isZero();

        permit.stepBack();
        assertThat(gate.inUse()).isEqualTo(1);

        permit.end();
        assertThat(gate.inUse()).isZero();
    }

    @Test
    void isNotTakenAgainWhenNothingIsLeftToDo() {
        permit.stepAside();
        permit.end();

        permit.stepBack();

        assertThat(gate.inUse()).isZero();
    }
}
