package io.oncegate.phase;

import io.oncegate.phase.NotDoneException.Reason;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends one statement to PostgreSQL: that is a whole atomic phase. A statement that has not left when the request's
 * deadline passes never leaves; one that has left and was not answered may have committed, and only a statement that
 * recognises its own earlier work is sent again.
 *
 * <p>Failures that reach the caller: a problem {@code storage-unavailable}, {@code deadline-exceeded} or
 * {@code overloaded}; {@link ConstraintViolatedException}; anything else is a fault of ours. Safe for use from any
 * event loop; each result arrives on the caller's context.
 */
@ApplicationScoped
public class Statements {

    static final String STAGE = "statement";

    private static final int RESENDS = 2;

    /** The pool learns of a broken connection a moment after its statement does, and would hand it out again. */
    private static final Duration RESEND_PAUSE = Duration.ofMillis(20);

    private final Vertx vertx;
    private final Transport transport;
    private final StorageState state;

    Statements(Vertx vertx, Transport transport, StorageState state) {
        this.vertx = vertx;
        this.transport = transport;
        this.state = state;
    }

    /** Sends the statement once, whatever happens. */
    public Uni<RowSet<Row>> once(Deadline deadline, String sql, @Nullable Object... parameters) {
        return Stage.of(
                STAGE,
                attempt(new Statement(deadline, sql, Parameters.tuple(parameters)))
                        .onFailure()
                        .transform(failure -> asProblem(failure, false)));
    }

    /**
     * Sends the statement, and sends it again when its reply was lost. Only for statements that may run twice: those
     * that read, and those that find their own token.
     */
    public Uni<RowSet<Row>> repeatable(Deadline deadline, String sql, @Nullable Object... parameters) {
        return Stage.of(STAGE, repeatable(new Statement(deadline, sql, Parameters.tuple(parameters))));
    }

    /** What is sent, and until when. */
    record Statement(Deadline deadline, String sql, Tuple parameters) {}

    /** What {@link #repeatable(Deadline, String, Object...)} does, without a stage of its own. */
    Uni<RowSet<Row>> repeatable(Statement statement) {
        return repeatable(statement, RESENDS, false);
    }

    /** What it does after its first try, for a statement whose first try was in a batch and has failed so. */
    Uni<RowSet<Row>> afterBatch(Throwable failure, Statement statement) {
        boolean mayDoBetterAlone = !(failure instanceof ReplyLostException)
                && !(failure instanceof NotDoneException nothing
                        && nothing.reason().neverLeft());
        return mayDoBetterAlone ? repeatable(statement) : after(failure, statement, RESENDS, false);
    }

    private Uni<RowSet<Row>> repeatable(Statement statement, int resends, boolean sentBefore) {
        return attempt(statement).onFailure().recoverWithUni(failure -> after(failure, statement, resends, sentBefore));
    }

    private Uni<RowSet<Row>> after(Throwable failure, Statement statement, int resends, boolean sentBefore) {
        if (failure instanceof ReplyLostException && resends > 0 && !statement.deadline.passed()) {
            Stage.current().mark("reply lost", Map.of());
            return pause().chain(() -> repeatable(statement, resends - 1, true));
        }
        return Uni.createFrom().failure(asProblem(failure, sentBefore));
    }

    private Uni<Void> pause() {
        return Uni.createFrom()
                .emitter(emitter -> vertx.setTimer(RESEND_PAUSE.toMillis(), over -> emitter.complete(null)));
    }

    private Uni<RowSet<Row>> attempt(Statement statement) {
        return Uni.createFrom()
                .deferred(() -> transport.send(
                        statement.deadline, statement.sql, new Alone(statement.parameters, transport.sender())));
    }

    /** A statement that leaves alone. */
    private record Alone(Tuple parameters, Optional<StatementWatch.Sender> sender) implements Transport.Cargo {

        @Override
        public Optional<Tuple> load() {
            return Optional.of(parameters);
        }

        @Override
        public Runnable leave() {
            return sender.map(request -> request.left(1)).orElse(() -> {});
        }

        @Override
        public boolean isForTenants() {
            return sender.isPresent();
        }
    }

    /**
     * A constraint is told as violated whether the statement was sent before or not. Had an earlier sending committed,
     * this one would have found its own token and come upon no constraint; and one that is still on its way will meet
     * the same constraint, as long as whoever holds what it guards keeps it.
     */
    private Throwable asProblem(Throwable failure, boolean sentBefore) {
        if (failure instanceof ConstraintViolatedException) {
            return failure;
        }
        if (sentBefore || failure instanceof ReplyLostException) {
            if (!isAnswer(failure)) {
                state.silent();
            }
            return Problem.of(
                            ProblemType.STORAGE_UNAVAILABLE,
                            "The storage did not answer; what was sent may still be done. Repeat with the same key.")
                    .toException();
        }
        return failure instanceof NotDoneException nothing ? nothingDone(nothing.reason()) : failure;
    }

    /** Whether PostgreSQL said so. A statement that it gave up may have met a lock, or be one that is slow. */
    private static boolean isAnswer(Throwable failure) {
        return failure instanceof StatementFailedException
                || (failure instanceof NotDoneException nothing && nothing.reason() == Reason.GIVEN_UP);
    }

    private ProblemException nothingDone(Reason reason) {
        if (reason == Reason.POOL_FULL) {
            return Problem.of(ProblemType.OVERLOADED, "Too many requests wait for the storage; nothing was done.")
                    .toException();
        }
        if (reason == Reason.WAITED_TOO_LONG && state.answering()) {
            return Problem.of(
                            ProblemType.DEADLINE_EXCEEDED, "The time budget was used up by waiting; nothing was done.")
                    .toException();
        }
        if (reason == Reason.GIVEN_UP) {
            return Problem.of(ProblemType.STORAGE_UNAVAILABLE, "The storage took too long; nothing was done.")
                    .toException();
        }
        state.silent();
        return Problem.of(ProblemType.STORAGE_UNAVAILABLE, "The storage cannot be used now; nothing was done.")
                .toException();
    }
}
