package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedCallersTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final AtomicLong nanos = new AtomicLong();
    private final InMemoryCallers store = new InMemoryCallers();
    private final CachedCallers callers = new CachedCallers(store, 100, nanos::get);

    @Test
    void asksOnceInFourSeconds() {
        store.grant("k", grant(LONG));

        assertThat(ask("k").getItem()).isPresent();
        pass(Duration.ofMillis(3999));
        assertThat(ask("k").getItem()).isPresent();

        assertThat(store.lookUps()).isEqualTo(1);
    }

    @Test
    void feelsARevocationAfterFourSeconds() {
        store.grant("k", grant(LONG));
        assertThat(ask("k").getItem()).isPresent();

        store.revoke("k");
        pass(Duration.ofSeconds(4));

        assertThat(ask("k").getItem()).isEmpty();
    }

    @Test
    void countsTheFourSecondsFromTheQuestionAndNotFromTheAnswer() {
        store.grant("k", grant(LONG));
        store.hold();
        UniAssertSubscriber<Optional<Grant>> slow = ask("k");
        pass(Duration.ofSeconds(3));
        store.release();
        assertThat(slow.getItem()).isPresent();

        pass(Duration.ofMillis(999));
        assertThat(ask("k").getItem()).isPresent();
        assertThat(store.lookUps()).isEqualTo(1);
        pass(Duration.ofMillis(1));
        assertThat(ask("k").getItem()).isPresent();

        assertThat(store.lookUps()).isEqualTo(2);
    }

    @Test
    void remembersAKeyNoLongerThanItLives() {
        store.grant("k", grant(Duration.ofMillis(500)));
        assertThat(ask("k").getItem()).isPresent();

        store.revoke("k");
        pass(Duration.ofMillis(500));

        assertThat(ask("k").getItem()).isEmpty();
    }

    @Test
    void remembersUnknownKeysToo() {
        assertThat(ask("k").getItem()).isEmpty();
        assertThat(ask("k").getItem()).isEmpty();

        assertThat(store.lookUps()).isEqualTo(1);
    }

    @Test
    void asksOnceForAllThatWaitForOneKey() {
        store.grant("k", grant(LONG));
        store.hold();

        UniAssertSubscriber<Optional<Grant>> first = ask("k");
        UniAssertSubscriber<Optional<Grant>> second = ask("k");
        store.release();

        assertThat(first.awaitItem().getItem()).isPresent();
        assertThat(second.awaitItem().getItem()).isPresent();
        assertThat(store.lookUps()).isEqualTo(1);
    }

    @Test
    void doesNotRememberAFailure() {
        store.grant("k", grant(LONG));
        store.hold();
        UniAssertSubscriber<Optional<Grant>> failed = ask("k");
        store.failHeld(new IllegalStateException("away"));

        failed.awaitFailure().assertFailedWith(IllegalStateException.class, "away");
        assertThat(ask("k").getItem()).isPresent();
    }

    @Test
    void forgetsAlsoWhatIsStillBeingAnswered() {
        store.grant("k", grant(LONG));
        store.hold();
        UniAssertSubscriber<Optional<Grant>> before = ask("k");

        store.revoke("k");
        callers.forget();
        store.release();

        assertThat(before.awaitItem().getItem()).isPresent();
        assertThat(ask("k").getItem()).isEmpty();
    }

    @Test
    void waitsNoLongerThanTheRequestThatAsks() {
        store.grant("k", grant(LONG));
        store.hold();

        UniAssertSubscriber<Optional<Grant>> hasty = ask("k", Deadline.in(Duration.ofMillis(1)));
        UniAssertSubscriber<Optional<Grant>> patient = ask("k");

        assertThat(hasty.awaitFailure().getFailure())
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        thrown -> assertThat(thrown.problem().type()).isEqualTo(ProblemType.DEADLINE_EXCEEDED));
        store.release();
        assertThat(patient.awaitItem().getItem()).isPresent();
    }

    @Test
    void remembersNoMoreKeysThanItMay() {
        for (int i = 0; i < 1000; i++) {
            assertThat(ask("k" + i).getItem()).isEmpty();
        }

        assertThat(callers.remembered()).isLessThanOrEqualTo(100);
    }

    private UniAssertSubscriber<Optional<Grant>> ask(String key) {
        return ask(key, Deadline.in(LONG));
    }

    private UniAssertSubscriber<Optional<Grant>> ask(String key, Deadline deadline) {
        return callers.grantOf(KeyHash.of(key), () -> deadline)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static Grant grant(Duration validFor) {
        return new Grant(new Caller("t", "default", Plan.FREE, Set.of(Scope.ORDERS_READ)), false, validFor);
    }
}
