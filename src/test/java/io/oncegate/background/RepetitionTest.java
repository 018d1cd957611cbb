package io.oncegate.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepetitionTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final HandDrivenTimer timer = new HandDrivenTimer();
    private final Deque<CompletableFuture<Counts>> runs = new ArrayDeque<>();
    private final Deque<Double> random = new ArrayDeque<>();
    private final Repetition repetition =
            new Repetition("cleaner", INTERVAL, this::run, timer, () -> random.isEmpty() ? 0.5 : random.remove());

    private final Lines lines = new Lines();

    private Uni<Counts> run() {
        CompletableFuture<Counts> run = new CompletableFuture<>();
        runs.add(run);
        return Uni.createFrom().completionStage(run);
    }

    @BeforeEach
    void listen() {
        Logger.getLogger(Repetition.class.getName()).addHandler(lines);
    }

    @AfterEach
    void stopListening() {
        Logger.getLogger(Repetition.class.getName()).removeHandler(lines);
    }

    @Test
    void beginsAnywhereInTheIntervalAndRepeatsWithinAFifthOfIt() {
        // Given
        random.addAll(List.of(0.25, 0.0, 1.0));

        // When
        repetition.begin();
        List<Duration> first = timer.delays();
        timer.fire();
        runs.remove().complete(Counts.NOTHING);
        List<Duration> second = timer.delays();
        timer.fire();
        runs.remove().complete(Counts.NOTHING);
        List<Duration> third = timer.delays();

        // Then
        assertThat(first).containsExactly(Duration.ofMillis(2_500));
        assertThat(second).containsExactly(Duration.ofSeconds(8));
        assertThat(third).containsExactly(Duration.ofSeconds(12));
    }

    @Test
    void neverRunsTwiceAtOnce() {
        repetition.begin();
        timer.fire();

        assertThat(runs).hasSize(1);
        assertThat(timer.delays()).isEmpty();
    }

    @Test
    void goesOnAfterAFailureAndAfterAThrow() {
        // Given
        Repetition throwing = new Repetition(
                "broken",
                INTERVAL,
                () -> {
                    throw new IllegalStateException("no");
                },
                timer,
                () -> 0.5);

        // When
        throwing.begin();
        timer.fire();

        // Then
        assertThat(timer.delays()).hasSize(1);
    }

    @Test
    void saysWhatWasDoneAndNothingWhenNothingWas() {
        // When
        repetition.begin();
        timer.fire();
        runs.remove().complete(Counts.of("removed", 0));
        timer.fire();
        runs.remove().complete(Counts.of("removed", 12).and("kept", 3));

        // Then
        assertThat(lines).containsExactly("background work done task=cleaner removed=12 kept=3");
    }

    @Test
    void tellsALastingFailureOnce() {
        // When
        repetition.begin();
        for (Throwable failure : List.of(
                new IllegalStateException("a"), new IllegalStateException("b"), new IllegalArgumentException("c"))) {
            timer.fire();
            runs.remove().completeExceptionally(failure);
        }
        timer.fire();
        runs.remove().complete(Counts.NOTHING);

        // Then
        assertThat(lines)
                .containsExactly(
                        "background work fails task=cleaner",
                        "background work fails task=cleaner",
                        "background work succeeds again task=cleaner");
    }

    @Test
    void endsAtOnceWhenNothingRuns() {
        repetition.begin();

        CompletableFuture<Void> ended = repetition.end();

        assertThat(ended).isCompleted();
        assertThat(timer.delays()).isEmpty();
    }

    @Test
    void waitsForTheRunThatIsUnderWay() {
        // Given
        repetition.begin();
        timer.fire();

        // When
        CompletableFuture<Void> ended = repetition.end();
        boolean endedBeforeTheRun = ended.isDone();
        runs.remove().complete(Counts.NOTHING);

        // Then
        assertThat(endedBeforeTheRun).isFalse();
        assertThat(ended).isCompleted();
        assertThat(timer.delays()).isEmpty();
    }

    /** What was logged. */
    private static final class Lines extends Handler implements Iterable<String> {

        private final List<String> all = new ArrayList<>();

        @Override
        public void publish(LogRecord logged) {
            all.add(
                    logged instanceof org.jboss.logmanager.ExtLogRecord ext
                            ? ext.getFormattedMessage()
                            : logged.getMessage());
        }

        @Override
        public Iterator<String> iterator() {
            return all.iterator();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
