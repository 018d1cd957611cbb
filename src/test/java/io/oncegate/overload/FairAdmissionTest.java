package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.overload.queue.Rank;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.phase.DatabaseConfig;
import io.oncegate.phase.StorageState;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairAdmissionTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    private final Vertx vertx = Vertx.vertx();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OverloadConfig config = Settings.of(
            OverloadConfig.class,
            Map.of(
                    "oncegate.overload.permits.floor", "1",
                    "oncegate.overload.permits.ceiling", "1",
                    "oncegate.overload.queue.normal", "2"));
    private final Gates gates =
            new Gates(config, Settings.of(DatabaseConfig.class), new CurrentProfile(config, new NoProfiles(), meters));
    private final OverloadMetrics metrics = new OverloadMetrics(meters, gates);
    private final AtomicInteger givenBack = new AtomicInteger();
    private final FairAdmission admission = new FairAdmission(
            vertx, gates, givenBack::incrementAndGet, metrics, new OverloadProblems(new StorageState()));
    private final List<UniEmitter<? super String>> working = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void workHasAPermitUntilItsEnd() {
        var first = new Request().work(LONG);
        await().until(() -> working.size() == 1);
        var second = new Request().work(LONG);
        await().until(() -> depth() == 1);
        assertThat(gates.tenants().inUse()).isEqualTo(1);

        working.get(0).complete("first");

        assertThat(first.join()).isEqualTo("first");
        await().until(() -> working.size() == 2);
        working.get(1).complete("second");
        assertThat(second.join()).isEqualTo("second");
        assertThat(gates.tenants().inUse()).isZero();
    }

    @Test
    void workThatFailsGivesItsPermitBackToo() {
        var failing = new Request().work(LONG);
        await().until(() -> working.size() == 1);

        working.get(0).fail(new IllegalStateException("broken"));

        assertThat(failing).failsWithin(LONG).withThrowableThat().withMessageContaining("broken");
        assertThat(gates.tenants().inUse()).isZero();
    }

    @Test
    void workWithinWorkBeginsAtOnce() {
        var request = new Request();

        var nested = request.on(() -> admission.run(
                Deadline.in(LONG),
                () -> admission.run(Deadline.in(LONG), () -> Uni.createFrom().item("inner"))));

        assertThat(nested.join()).isEqualTo("inner");
        assertThat(gates.tenants().inUse()).isZero();
    }

    @Test
    void whereNoRequestIsHandledNoPermitIsNeeded() {
        new Request().work(LONG);
        await().until(() -> working.size() == 1);

        var alone = admission.run(Deadline.in(LONG), () -> Uni.createFrom().item("alone"));

        assertThat(alone.await().atMost(LONG)).isEqualTo("alone");
    }

    @Test
    void whoseTimeEndsInTheQueueIsToldAndHasItsChargeBackOnce() {
        new Request().work(LONG);
        await().until(() -> working.size() == 1);

        var dropped = new Request().work(SHORT);

        assertThat(problem(dropped)).isEqualTo(ProblemType.DEADLINE_EXCEEDED);
        assertThat(givenBack).hasValue(1);
        assertThat(depth()).isZero();
        working.get(0).complete("done");
        await().until(() -> gates.tenants().inUse() == 0);
        assertThat(working).hasSize(1);
        assertThat(rejected("expired")).isEqualTo(1);
    }

    @Test
    void whoBringsNoTimeIsRefusedAndPays() {
        new Request().work(LONG);
        await().until(() -> working.size() == 1);

        assertThat(problem(new Request().work(Duration.ofMillis(1)))).isEqualTo(ProblemType.DEADLINE_EXCEEDED);
        assertThat(problem(new Request().work(Duration.ZERO))).isEqualTo(ProblemType.DEADLINE_EXCEEDED);

        assertThat(givenBack).hasValue(0);
    }

    @Test
    void aFullQueueSaysWhenToComeBack() {
        new Request().work(LONG);
        await().until(() -> working.size() == 1);
        new Request().work(LONG);
        new Request().work(LONG);
        await().until(() -> depth() == 2);

        var refused = new Request().work(LONG);

        assertThat(problem(refused)).isEqualTo(ProblemType.OVERLOADED);
        assertThat(refused)
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        thrown -> assertThat(thrown.problem()
                                        .retryAfter()
                                        .orElseThrow()
                                        .seconds())
                                .isBetween(1L, 10L));
        assertThat(rejected("class-full")).isEqualTo(1);
        assertThat(depth()).isEqualTo(2);
    }

    @Test
    void aCallerThatGoesAwayLeavesTheQueueAndPays() {
        new Request().work(LONG);
        await().until(() -> working.size() == 1);
        var gone = new Request();
        gone.work(LONG);
        await().until(() -> depth() == 1);

        gone.cancel();

        await().until(() -> depth() == 0);
        working.get(0).complete("done");
        await().until(() -> gates.tenants().inUse() == 0);
        assertThat(working).hasSize(1);
        assertThat(givenBack).hasValue(0);
    }

    @Test
    void aCallerThatGoesAwayStopsNoWork() {
        var gone = new Request();
        gone.work(LONG);
        await().until(() -> working.size() == 1);

        gone.cancel();

        assertThat(gates.tenants().inUse()).isEqualTo(1);
        working.get(0).complete("done");
        await().until(() -> gates.tenants().inUse() == 0);
    }

    @Test
    void whileAProviderIsAwaitedOthersWorkAndTheRecordingIsNotRefused() {
        var provider = new CompletableFuture<String>();
        var paying = new Request()
                .on(() -> admission.run(
                        Deadline.in(LONG),
                        () -> admission
                                .aside(Uni.createFrom().completionStage(provider))
                                .invoke(said ->
                                        assertThat(gates.tenants().inUse()).isEqualTo(2))));
        await().until(() -> gates.tenants().inUse() == 0);

        new Request().work(LONG);
        await().until(() -> working.size() == 1);
        provider.complete("paid");

        assertThat(paying.join()).isEqualTo("paid");
        assertThat(gates.tenants().inUse()).isEqualTo(1);
    }

    @Test
    void whatOutlivesItsAnswerHasAPermitForItsRecording() {
        var provider = new CompletableFuture<String>();
        var recording = new CompletableFuture<String>();
        var answered = new Request()
                .on(() -> admission.run(Deadline.in(LONG), () -> {
                    var unused = admission
                            .share(admission
                                    .aside(Uni.createFrom().completionStage(provider))
                                    .chain(() -> Uni.createFrom().completionStage(recording)))
                            .subscribe()
                            .with(done -> {});
                    return Uni.createFrom().item("pending");
                }));
        assertThat(answered.join()).isEqualTo("pending");
        assertThat(gates.tenants().inUse()).isZero();

        provider.complete("paid");
        await().until(() -> gates.tenants().inUse() == 1);

        recording.complete("recorded");
        await().until(() -> gates.tenants().inUse() == 0);
    }

    /** A request was answered, and PostgreSQL still works on its statement. */
    @Test
    void aStatementKeepsThePermitUntilPostgresIsDoneWithIt() {
        var watch = new PermitTimes(gates);
        var ended = new CompletableFuture<Runnable>();
        var answered = new Request()
                .on(() -> admission.run(Deadline.in(LONG), () -> {
                    ended.complete(watch.sender().orElseThrow().left(1));
                    return Uni.createFrom().item("answered");
                }));
        assertThat(answered.join()).isEqualTo("answered");
        assertThat(gates.tenants().inUse()).isEqualTo(1);

        ended.join().run();

        assertThat(gates.tenants().inUse()).isZero();
    }

    @Test
    void quietInstancesShowZeros() {
        metrics.show(new StartupEvent());

        assertThat(meters.get("oncegate.overload.limit").gauge().value()).isEqualTo(1);
        assertThat(meters.get("oncegate.overload.inflight").gauge().value()).isZero();
        assertThat(meters.get("oncegate.overload.victims").counter().count()).isZero();
        assertThat(meters.get("oncegate.overload.queue.depth").gauges()).hasSize(3);
        assertThat(meters.get("oncegate.overload.queue.fill").gauges()).hasSize(3);
        assertThat(meters.get("oncegate.overload.queue.wait").timers()).hasSize(3);
    }

    private int depth() {
        return gates.tenants().depth(ServiceClass.NORMAL);
    }

    private double rejected(String reason) {
        return meters.get("oncegate.overload.rejected")
                .tags("class", "normal", "route", "GET /test", "reason", reason)
                .counter()
                .count();
    }

    private static ProblemType problem(CompletableFuture<?> refused) {
        try {
            throw new AssertionError("was not refused: " + refused.join());
        } catch (CompletionException e) {
            return ((ProblemException) e.getCause()).problem().type();
        }
    }

    /** One request, on a context of its own. */
    private final class Request {
        private final Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        private final CompletableFuture<Cancellable> subscription = new CompletableFuture<>();

        @CanIgnoreReturnValue
        CompletableFuture<String> work(Duration budget) {
            var deadline = Deadline.in(budget);
            return on(() -> admission.run(deadline, () -> Uni.createFrom().emitter(emitter -> working.add(emitter))));
        }

        CompletableFuture<String> on(Supplier<Uni<String>> what) {
            var result = new CompletableFuture<String>();
            context.runOnContext(now -> {
                Visit.begin(gates.tenants().withoutRoom(new Rank(ServiceClass.NORMAL, "t", 1)), "GET /test");
                subscription.complete(what.get().subscribe().with(result::complete, result::completeExceptionally));
            });
            return result;
        }

        void cancel() {
            context.runOnContext(now -> subscription.join().cancel());
        }
    }

    /** As usual, always. */
    private static final class NoProfiles implements ProfileStore {
        @Override
        public Uni<Active> active(Deadline deadline) {
            return Uni.createFrom().nothing();
        }

        @Override
        public Uni<Active> change(Profile wanted, Stamp stamp, Deadline deadline) {
            return Uni.createFrom().nothing();
        }

        @Override
        public Uni<Active> changeFrom(Active seen, Profile wanted, Stamp stamp, Deadline deadline) {
            return Uni.createFrom().nothing();
        }
    }
}
