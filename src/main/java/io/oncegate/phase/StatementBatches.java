package io.oncegate.phase;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.phase.NotDoneException.Reason;
import io.oncegate.phase.Statements.Statement;
import io.oncegate.request.ContextExecutor;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sends statements of one kind together while PostgreSQL is busy with others of them: one round trip, one execution and
 * one commit for all. Whoever comes while it is not leaves at once and alone. What a batch fails with is nobody's answer:
 * each of its statements is then sent alone, as {@link Statements#repeatable} does, so that one that cannot be done spoils
 * no other.
 *
 * <p>Failures and threads as in {@link Statements}.
 */
@ApplicationScoped
public class StatementBatches {

    private static final int LARGEST = 64;

    /** So long others wait for what is under way; then they leave beside it. It may have met a lock, or be lost. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final Vertx vertx;
    private final Transport transport;
    private final Statements statements;
    private final DatabaseConfig config;
    private final MeterRegistry registry;
    private final Map<Batchable, Line> lines = new ConcurrentHashMap<>();

    StatementBatches(
            Vertx vertx, Transport transport, Statements statements, DatabaseConfig config, MeterRegistry registry) {
        this.vertx = vertx;
        this.transport = transport;
        this.statements = statements;
        this.config = config;
        this.registry = registry;
    }

    /** Sends a statement, alone or with others of its kind, and sends it again when its reply was lost. */
    public Uni<Row> repeatable(Deadline deadline, Batchable kind, @Nullable Object... parameters) {
        Statement alone = new Statement(deadline, kind.alone(), Parameters.tuple(parameters));
        return Stage.of(
                Statements.STAGE,
                Uni.createFrom()
                        .<Uni<Row>>emitter(
                                emitter -> new Passenger(lines.computeIfAbsent(kind, Line::new), alone, emitter).come())
                        .chain(next -> next));
    }

    private static Row only(RowSet<Row> rows) {
        return rows.iterator().next();
    }

    /** Those of one kind: who is under way, and who waits. */
    private final class Line {

        private final Batchable kind;
        private final Lanes<Passenger> lanes = new Lanes<>(config.batches(), LARGEST, config.poolWaiting());
        private final DistributionSummary together;
        private final Counter apart;

        Line(Batchable kind) {
            this.kind = kind;
            this.together = registry.summary("oncegate.statements.together", "kind", kind.name());
            this.apart = registry.counter("oncegate.statements.apart", "kind", kind.name());
        }
    }

    /** A lane that somebody has; ended once, by the end of what is under way or by the others' patience. */
    private final class Lane {

        private final Line line;
        private final AtomicBoolean ended = new AtomicBoolean();
        private final long timer;

        Lane(Line line) {
            this.line = line;
            this.timer = vertx.setTimer(PATIENCE.toMillis(), over -> end());
        }

        void end() {
            if (ended.compareAndSet(false, true)) {
                vertx.cancelTimer(timer);
                List<Passenger> next = line.lanes.end();
                if (!next.isEmpty()) {
                    // On the context of one of those whose batch it is.
                    next.get(0).home.execute(() -> new Batch(new Lane(line), next).send());
                }
            }
        }
    }

    /** Statements that have waited together, and leave as one. */
    private final class Batch implements Transport.Cargo {

        private final Lane lane;
        private final List<Passenger> passengers;
        private List<Passenger> aboard = List.of();

        Batch(Lane lane, List<Passenger> passengers) {
            this.lane = lane;
            this.passengers = passengers;
        }

        void send() {
            Deadline last = passengers.stream()
                    .map(passenger -> passenger.statement.deadline())
                    .max(Comparator.comparing(Deadline::remaining))
                    .orElseThrow();
            transport
                    .send(last, lane.line.kind.together(), this)
                    .onTermination()
                    .invoke(lane::end)
                    .subscribe()
                    .with(this::done, this::failed);
        }

        @Override
        public Optional<Tuple> load() {
            aboard = passengers.stream().filter(Passenger::board).toList();
            return aboard.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Parameters.columns(aboard.stream()
                            .map(passenger -> passenger.statement.parameters())
                            .toList()));
        }

        @Override
        public Runnable leave() {
            lane.line.together.record(aboard.size());
            List<Runnable> ends = new ArrayList<>(aboard.size());
            for (Passenger passenger : aboard) {
                passenger.sender.ifPresent(request -> ends.add(request.left(aboard.size())));
            }
            return () -> ends.forEach(Runnable::run);
        }

        @Override
        public boolean isForTenants() {
            return passengers.stream().allMatch(passenger -> passenger.sender.isPresent());
        }

        private void done(RowSet<Row> rows) {
            rows.forEach(row -> aboard.get((int) (row.getLong("position") - 1)).answer(row));
        }

        private void failed(Throwable failure) {
            if (!aboard.isEmpty()) {
                lane.line.apart.increment();
            }
            passengers.forEach(passenger -> passenger.fail(failure));
        }
    }

    /** One statement, until it has its answer or leaves alone. But for boarding, it is confined to its home. */
    private final class Passenger {

        private enum State {
            WAITING,
            ABOARD,
            TOO_LATE
        }

        private final Line line;
        private final Statement statement;
        private final UniEmitter<? super Uni<Row>> next;
        private final Executor home = ContextExecutor.here();
        private final Optional<StatementWatch.Sender> sender = transport.sender();
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private long timer;

        Passenger(Line line, Statement statement, UniEmitter<? super Uni<Row>> next) {
            this.line = line;
            this.statement = statement;
            this.next = next;
        }

        void come() {
            switch (line.lanes.come(this)) {
                case LEAVES -> next.complete(alone(new Lane(line)));
                case WAITS ->
                    timer = vertx.setTimer(
                            Math.max(1, statement.deadline().remaining().toMillis()), over -> timeIsOver());
                case REFUSED -> next.complete(after(new NotDoneException(Reason.POOL_FULL, null)));
            }
        }

        private Uni<Row> alone(Lane lane) {
            line.together.record(1);
            return statements
                    .repeatable(statement)
                    .onTermination()
                    .invoke(lane::end)
                    .map(StatementBatches::only);
        }

        private Uni<Row> after(Throwable failure) {
            return statements.afterBatch(failure, statement).map(StatementBatches::only);
        }

        private void timeIsOver() {
            next.complete(after(
                    state.compareAndSet(State.WAITING, State.TOO_LATE)
                            ? new NotDoneException(Reason.WAITED_TOO_LONG, null)
                            : new ReplyLostException("no reply in time", null)));
        }

        /** Whether it leaves with the batch. */
        boolean board() {
            return !statement.deadline().passed() && state.compareAndSet(State.WAITING, State.ABOARD);
        }

        void answer(Row row) {
            arrive(Uni.createFrom().item(row));
        }

        void fail(Throwable failure) {
            arrive(after(failure));
        }

        private void arrive(Uni<Row> end) {
            home.execute(() -> {
                vertx.cancelTimer(timer);
                next.complete(end);
            });
        }
    }
}
