package io.oncegate.overload;

import io.oncegate.overload.queue.Guest;
import io.oncegate.overload.queue.Refusal;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.overload.queue.Waiting;
import io.oncegate.ratelimit.RateLimits;
import io.oncegate.request.ContextExecutor;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Admission through the fair queue. Safe for use from any event loop. */
@ApplicationScoped
class FairAdmission implements Admission {

    /**
     * Who brings less time than this into the queue has chosen not to wait, and pays for having asked: with a budget of
     * a millisecond, nothing would ever be paid.
     */
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(50);

    private final Vertx vertx;
    private final Gates gates;
    private final Runnable giveBack;
    private final OverloadMetrics metrics;
    private final OverloadProblems problems;

    @Inject
    FairAdmission(Vertx vertx, Gates gates, RateLimits limits, OverloadMetrics metrics, OverloadProblems problems) {
        this(vertx, gates, limits::giveBack, metrics, problems);
    }

    /** {@code giveBack} gives back what the request has paid on whose context it is called. */
    FairAdmission(Vertx vertx, Gates gates, Runnable giveBack, OverloadMetrics metrics, OverloadProblems problems) {
        this.vertx = vertx;
        this.gates = gates;
        this.giveBack = giveBack;
        this.metrics = metrics;
        this.problems = problems;
    }

    @Override
    public <T> Uni<T> run(Deadline deadline, Supplier<Uni<T>> work) {
        return Uni.createFrom().deferred(() -> {
            Optional<Visit> visit = Visit.current();
            if (visit.flatMap(Visit::permit).isPresent() || visit.isEmpty()) {
                return work.get();
            }
            return Uni.createFrom().emitter(emitter -> new Arrival<>(visit.get(), deadline, work, emitter).come());
        });
    }

    @Override
    public <T> Uni<T> aside(Uni<T> call) {
        return Uni.createFrom().deferred(() -> {
            Optional<Permit> permit = Visit.current().flatMap(Visit::permit);
            if (permit.isEmpty()) {
                return call;
            }
            permit.get().stepAside();
            return call.emitOn(ContextExecutor.here()).onTermination().invoke(permit.get()::stepBack);
        });
    }

    @Override
    public <T> Uni<T> share(Uni<T> work) {
        return Uni.createFrom().deferred(() -> {
            Optional<Permit> permit = Visit.current().flatMap(Visit::permit);
            if (permit.isEmpty()) {
                return work;
            }
            permit.get().begin();
            return work.onTermination().invoke(permit.get()::end);
        });
    }

    @Override
    public void lower(ServiceClass to) {
        Visit.current().ifPresent(visit -> visit.place().lower(to));
    }

    /** A request that has come to the gate, until its work has ended. What it does happens on its own context. */
    private final class Arrival<T> implements Guest {

        private final Context home = vertx.getOrCreateContext();
        private final Thread thread = Thread.currentThread();
        private final Visit visit;
        private final Deadline deadline;
        private final Supplier<Uni<T>> work;
        private final UniEmitter<? super T> emitter;
        private final boolean patient;
        private final Stage stage = Stage.current().part("admission");
        private boolean arriving = true;
        private boolean told;
        private long timer;

        Arrival(Visit visit, Deadline deadline, Supplier<Uni<T>> work, UniEmitter<? super T> emitter) {
            this.visit = visit;
            this.deadline = deadline;
            this.work = work;
            this.emitter = emitter;
            this.patient = deadline.remaining().compareTo(LEAST_PATIENCE) >= 0;
        }

        void come() {
            Waiting waiting = visit.place().enter(deadline, this);
            arriving = false;
            if (!told) {
                long left = Math.max(1, deadline.remaining().toMillis());
                timer = vertx.setTimer(left, over -> waiting.expire());
                emitter.onTermination(() -> leave(waiting));
            }
        }

        /** Its caller has gone, or it was answered, and then it waits no longer. */
        private void leave(Waiting waiting) {
            if (!told && waiting.leave()) {
                vertx.cancelTimer(timer);
                stage.mark("client gone", Map.of());
                stage.end();
            }
        }

        @Override
        public void letIn(Duration waited) {
            atHome(() -> begin(waited));
        }

        @Override
        public void refused(Refusal refusal) {
            atHome(() -> drop(refusal));
        }

        /** At once only where it has just arrived: whoever gives a permit back does not do the next one's work. */
        private void atHome(Runnable what) {
            if (Thread.currentThread() == thread && arriving) {
                told = true;
                what.run();
            } else {
                home.runOnContext(now -> {
                    told = true;
                    vertx.cancelTimer(timer);
                    what.run();
                });
            }
        }

        private void begin(Duration waited) {
            metrics.waited(visit.place().serviceClass(), waited);
            stage.say("oncegate.class", visit.place().serviceClass().wire());
            stage.end();
            Permit permit = new Permit(gates.tenants(), System::nanoTime);
            visit.admit(permit);
            Uni.createFrom()
                    .deferred(work::get)
                    .subscribe()
                    .with(
                            result -> {
                                permit.end();
                                emitter.complete(result);
                            },
                            failure -> {
                                permit.end();
                                emitter.fail(failure);
                            });
        }

        private void drop(Refusal refusal) {
            metrics.rejected(visit.place().serviceClass().wire(), visit.route(), refusal);
            if (patient && refusal.reason() != Refusal.Reason.TOO_LATE) {
                giveBack.run();
            }
            stage.say("oncegate.reason", refusal.reason().wire());
            stage.end();
            emitter.fail(problems.of(refusal).toException());
        }
    }
}
