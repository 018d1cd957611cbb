package io.oncegate.webhooks;

import static io.oncegate.webhooks.HintQueue.Taken.HINT;
import static io.oncegate.webhooks.HintQueue.Taken.HINT_COALESCED;
import static io.oncegate.webhooks.HintQueue.Taken.HINT_DROPPED;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Nothing happens by itself: the test's hand calls back, and answers for the provider. */
class HintQueueTest {
    private static final int MOST_OBJECTS = 3;
    private static final int MOST_ASKED = 2;

    private final Queue<Runnable> soon = new ArrayDeque<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final Queue<Runnable> afterPauses = new ArrayDeque<>();
    private final Queue<UniEmitter<? super Effect>> asked = new ArrayDeque<>();
    private final List<String> questions = new ArrayList<>();
    private final HintQueue queue = new HintQueue(MOST_OBJECTS, MOST_ASKED, this::after);

    private void after(Duration delay, Runnable action) {
        if (delay.isZero()) {
            soon.add(action);
        } else {
            pauses.add(delay);
            afterPauses.add(action);
        }
    }

    private Hint about(String object) {
        return new Hint(
                object,
                () -> Uni.createFrom().emitter(emitter -> {
                    questions.add(object);
                    asked.add(emitter);
                }));
    }

    private void goOn() {
        while (!soon.isEmpty()) {
            soon.remove().run();
        }
    }

    private void answer(Effect effect) {
        asked.remove().complete(effect);
        goOn();
    }

    @Test
    void asksOnNobodysTime() {
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
        assertThat(questions).isEmpty();

        goOn();

        assertThat(questions).containsExactly("a");
    }

    @Test
    void manyHintsAboutOneObjectAreOneQuestionAndOneMore() {
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
        assertThat(queue.offer(about("a"))).isEqualTo(HINT_COALESCED);
        goOn();

        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
        for (var time = 0; time < 100; time++) {
            assertThat(queue.offer(about("a"))).isEqualTo(HINT_COALESCED);
        }
        goOn();
        assertThat(questions).containsExactly("a");

        answer(Effect.APPLIED);
        assertThat(questions).containsExactly("a", "a");

        answer(Effect.NOTHING_NEW);
        assertThat(questions).hasSize(2);
        assertThat(soon).isEmpty();
    }

    @Test
    void anObjectHasAPlaceUntilItsLastQuestionIsAnswered() {
        for (var object : List.of("a", "a", "b")) {
            assertThat(queue.offer(about(object))).isNotEqualTo(HINT_DROPPED);
        }
        assertThat(queue.size()).isEqualTo(2);
        goOn();

        answer(Effect.LATER);
        assertThat(queue.size()).isEqualTo(2);

        answer(Effect.APPLIED);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void asksNoMoreThanSoManyAtATime() {
        for (var object : List.of("a", "b", "c")) {
            assertThat(queue.offer(about(object))).isEqualTo(HINT);
        }
        goOn();
        assertThat(questions).containsExactly("a", "b");

        answer(Effect.APPLIED);

        assertThat(questions).containsExactly("a", "b", "c");
    }

    @Test
    void aQuestionThatHangsKeepsNoOtherFromBeingAsked() {
        assertThat(queue.offer(about("hangs"))).isEqualTo(HINT);
        goOn();
        var hanging = asked.remove();

        for (var object : List.of("a", "b", "c", "d")) {
            assertThat(queue.offer(about(object))).isEqualTo(HINT);
            goOn();
            answer(Effect.APPLIED);
        }

        assertThat(questions).containsExactly("hangs", "a", "b", "c", "d");
        hanging.complete(Effect.APPLIED);
    }

    @Test
    void holdsSoManyObjectsAndDropsWhatIsAboutOneMore() {
        for (var object : List.of("a", "b", "c")) {
            assertThat(queue.offer(about(object))).isEqualTo(HINT);
        }

        assertThat(queue.offer(about("d"))).isEqualTo(HINT_DROPPED);
        assertThat(queue.offer(about("a"))).isEqualTo(HINT_COALESCED);

        goOn();
        answer(Effect.APPLIED);
        assertThat(queue.offer(about("d"))).isEqualTo(HINT);
    }

    @Test
    void asksAgainAfterAPauseWhatWasAskedInVainAFewTimes() {
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
        goOn();
        for (var time = 0; time < 4; time++) {
            answer(Effect.LATER);
            assertThat(queue.offer(about("a"))).isEqualTo(HINT_COALESCED);
            afterPauses.remove().run();
            goOn();
        }
        answer(Effect.LATER);

        assertThat(questions).hasSize(5);
        assertThat(pauses)
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));
        assertThat(afterPauses).isEmpty();
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
    }

    @Test
    void aQuestionThatFailsIsOneInVain() {
        assertThat(queue.offer(new Hint("a", () -> {
                    throw new IllegalStateException("a fault");
                })))
                .isEqualTo(HINT);
        goOn();

        assertThat(pauses).containsExactly(Duration.ofSeconds(1));
    }

    @Test
    void aFurtherHintIsAskedAtOnceAfterAQuestionInVain() {
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);
        goOn();
        assertThat(queue.offer(about("a"))).isEqualTo(HINT);

        answer(Effect.LATER);

        assertThat(questions).containsExactly("a", "a");
        assertThat(pauses).isEmpty();
    }
}
