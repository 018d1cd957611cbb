package io.oncegate.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundTest {

    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Background background = new Background(vertx, meters);

    @AfterEach
    void closeVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void repeatsOnAnEventLoopWithAFreshContextEachTime() {
        // Given
        Set<Context> contexts = Collections.synchronizedSet(new HashSet<>());

        // When
        background.every(Duration.ofMillis(1), "look", () -> {
            assertThat(Context.isOnEventLoopThread()).isTrue();
            contexts.add(Vertx.currentContext());
            return Uni.createFrom().item(Counts.NOTHING);
        });

        // Then
        await().until(() -> contexts.size() > 3);
    }

    @Test
    void countsHowRunsEnd() {
        // Given
        AtomicInteger runs = new AtomicInteger();

        // When
        background.every(Duration.ofMillis(1), "look", () -> {
            if (runs.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("PostgreSQL is away");
            }
            return runs.get() % 3 == 0
                    ? Uni.createFrom().failure(new IllegalStateException("Redis is away"))
                    : Uni.createFrom().item(Counts.NOTHING);
        });

        // Then
        await().until(() -> runs("done") >= 2 && runs("failed") >= 4);
    }

    private double runs(String outcome) {
        return meters.get("oncegate.background.runs")
                .tags("task", "look", "outcome", outcome)
                .counter()
                .count();
    }

    @Test
    void theShutdownWaitsForTheRunThatIsUnderWayAndLetsNoOtherBegin() throws InterruptedException {
        // Given
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Counts> run = new CompletableFuture<>();
        background.every(Duration.ofMillis(1), "look", () -> {
            runs.incrementAndGet();
            return Uni.createFrom().completionStage(run);
        });
        await().until(() -> runs.get() == 1);

        // When
        vertx.setTimer(50, fired -> run.complete(Counts.NOTHING));
        background.drain(new ShutdownEvent());

        // Then
        assertThat(run).isCompleted();
        assertThat(runs).hasValue(1);
    }
}
