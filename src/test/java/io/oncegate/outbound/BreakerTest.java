package io.oncegate.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.outbound.Breaker.Change;
import io.oncegate.outbound.Breaker.Pass;
import io.oncegate.outbound.Breaker.Verdict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BreakerTest {
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final AtomicLong now = new AtomicLong(-Duration.ofDays(1).toNanos());
    private final Breaker breaker = new Breaker(now::get);

    @ParameterizedTest
    @CsvSource({
        "0, 20, true",
        "0, 19, false",
        "10, 10, true",
        "11, 9, false",
        "9, 10, false",
        "50, 50, true",
        "51, 49, false",
        "100, 0, false"
    })
    void opensWhenOfTwentyCallsHalfFailed(int well, int badly, boolean opens) {
        end(well, Verdict.WELL);
        end(badly, Verdict.BADLY);

        assertThat(breaker.ask()).isEqualTo(opens ? Pass.REFUSED : Pass.CALL);
    }

    @Test
    void lookingAtItIsNoTrial() {
        assertThat(breaker.refusesFor()).isEmpty();
        end(20, Verdict.BADLY);
        pass(Duration.ofSeconds(4));
        assertThat(breaker.refusesFor()).contains(Duration.ofSeconds(6));

        pass(Duration.ofSeconds(6));
        assertThat(breaker.refusesFor()).isEmpty();
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
        assertThat(breaker.refusesFor()).contains(Duration.ofSeconds(1));
        assertThat(breaker.ended(Pass.TRIAL, Verdict.WELL)).isEqualTo(Change.CLOSED);
        assertThat(breaker.refusesFor()).isEmpty();
    }

    @Test
    void itIsOpenUntilATrialHasEndedWell() {
        assertThat(breaker.isOpen()).isFalse();
        open();
        assertThat(breaker.isOpen()).isTrue();

        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
        assertThat(breaker.isOpen()).isTrue();

        assertThat(breaker.ended(Pass.TRIAL, Verdict.WELL)).isEqualTo(Change.CLOSED);
        assertThat(breaker.isOpen()).isFalse();
    }

    @Test
    void theOrderOfGoodAndBadEndsIsOfNoAccount() {
        end(10, Verdict.BADLY);
        end(9, Verdict.WELL);

        assertThat(breaker.ended(Pass.CALL, Verdict.WELL)).isEqualTo(Change.OPENED);
    }

    @Test
    void theWindowSlides() {
        // Given
        end(19, Verdict.BADLY);

        // When
        pass(Duration.ofMillis(9_900));
        assertThat(breaker.ended(Pass.CALL, Verdict.WELL)).isEqualTo(Change.OPENED);

        // Then
        var later = new Breaker(now::get);
        for (var i = 0; i < 19; i++) {
            assertThat(later.ended(Pass.CALL, Verdict.BADLY)).isEqualTo(Change.NONE);
        }
        pass(Duration.ofSeconds(10));
        assertThat(later.ended(Pass.CALL, Verdict.BADLY)).isEqualTo(Change.NONE);
    }

    @Test
    void oldCallsAreForgottenOneByOne() {
        for (var second = 0; second < 60; second++) {
            end(1, Verdict.BADLY);
            pass(Duration.ofSeconds(1));
        }

        assertThat(breaker.ask()).isEqualTo(Pass.CALL);
    }

    @Test
    void whatIsNoCallDoesNotCount() {
        end(100, Verdict.NO_CALL);
        end(19, Verdict.BADLY);

        assertThat(breaker.ask()).isEqualTo(Pass.CALL);
    }

    @Test
    void beingTurnedAwayIsACallAndNoFailure() {
        end(11, Verdict.TURNED_AWAY);
        end(9, Verdict.BADLY);
        assertThat(breaker.ask()).isEqualTo(Pass.CALL);

        end(2, Verdict.BADLY);

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
    }

    @Test
    void openItTellsWhenToComeBack() {
        open();
        assertThat(breaker.retryAfter()).isEqualTo(PAUSE);

        pass(Duration.ofSeconds(7));

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        assertThat(breaker.retryAfter()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void halfOpenItLetsOneCallPassAtATime() {
        open();
        pass(PAUSE);

        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        assertThat(breaker.retryAfter()).isPositive();
    }

    @Test
    void aTrialThatEndsWellClosesItAndForgetsWhatWas() {
        open();
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.WELL)).isEqualTo(Change.CLOSED);

        end(19, Verdict.BADLY);
        assertThat(breaker.ask()).isEqualTo(Pass.CALL);
    }

    @Test
    void aTrialThatFailsOpensItAnewWithoutAWord() {
        open();
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.BADLY)).isEqualTo(Change.NONE);

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
    }

    @Test
    void aTrialThatDoesNotTakePlaceLeavesItToTheNextOne() {
        open();
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.NO_CALL)).isEqualTo(Change.NONE);

        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void aLateCallOfBeforeDecidesNothing(Verdict verdict) {
        open();

        assertThat(breaker.ended(Pass.CALL, verdict)).isEqualTo(Change.NONE);
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
        assertThat(breaker.ended(Pass.CALL, verdict)).isEqualTo(Change.NONE);

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
    }

    @Test
    void refusedCredentialsOpenItAtOnceAndForLonger() {
        assertThat(breaker.credentialsRefused()).isEqualTo(Change.OPENED);
        assertThat(breaker.credentialsRefused()).isEqualTo(Change.NONE);

        assertThat(breaker.retryAfter()).isEqualTo(Remote.PAUSE_AFTER_REFUSAL);
        pass(Remote.PAUSE_AFTER_REFUSAL.minusNanos(1));
        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
        pass(Duration.ofNanos(1));
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
    }

    @Test
    void refusedCredentialsAreNotGoodAgainBecauseTheyAreRefusedAgain() {
        assertThat(breaker.credentialsRefused()).isEqualTo(Change.OPENED);
        pass(Remote.PAUSE_AFTER_REFUSAL);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.TURNED_AWAY)).isEqualTo(Change.NONE);

        assertThat(breaker.retryAfter()).isEqualTo(Remote.PAUSE_AFTER_REFUSAL);
    }

    @Test
    void beingTurnedAwayEndsAPauseThatBeganWithFailures() {
        open();
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.TURNED_AWAY)).isEqualTo(Change.CLOSED);
    }

    @Test
    void credentialsThatAreRefusedDuringATrialOutweighItsEnd() {
        open();
        pass(PAUSE);
        assertThat(breaker.ask()).isEqualTo(Pass.TRIAL);
        assertThat(breaker.credentialsRefused()).isEqualTo(Change.NONE);

        assertThat(breaker.ended(Pass.TRIAL, Verdict.WELL)).isEqualTo(Change.NONE);

        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
    }

    private void open() {
        end(20, Verdict.BADLY);
        assertThat(breaker.ask()).isEqualTo(Pass.REFUSED);
    }

    private void end(int calls, Verdict verdict) {
        for (var i = 0; i < calls; i++) {
            var unused = breaker.ended(Pass.CALL, verdict);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
