package io.oncegate.phase;

import io.oncegate.phase.NotDoneException.Reason;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
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

    private static final Logger LOG = Logger.getLogger(Statements.class);

    private static final String STAGE = "statement";

    private static final int RESENDS = 2;

    /** The pool learns of a broken connection a moment after its statement does, and would hand it out again. */
    private static final Duration RESEND_PAUSE = Duration.ofMillis(20);

    private final Vertx vertx;
    private final Pool pool;
    private final StorageState state;
    private final StatementWatch watch;
    private final Duration replyTimeout;

    Statements(Vertx vertx, Pool pool, StorageState state, StatementWatch watch, DatabaseConfig config) {
        this.vertx = vertx;
        this.pool = pool;
        this.state = state;
        this.watch = watch;
        this.replyTimeout = config.replyTimeout();
    }

    /** Sends the statement once, whatever happens. */
    public Uni<RowSet<Row>> once(Deadline deadline, String sql, @Nullable Object... parameters) {
        return Stage.of(
                STAGE,
                attempt(deadline, sql, Parameters.tuple(parameters))
                        .onFailure()
                        .transform(failure -> asProblem(failure, false)));
    }

    /**
     * Sends the statement, and sends it again when its reply was lost. Only for statements that may run twice: those
     * that read, and those that find their own token.
     */
    public Uni<RowSet<Row>> repeatable(Deadline deadline, String sql, @Nullable Object... parameters) {
        Tuple tuple = Parameters.tuple(parameters);
        return Stage.of(STAGE, repeatable(deadline, sql, tuple, RESENDS, false));
    }

    private Uni<RowSet<Row>> repeatable(Deadline deadline, String sql, Tuple tuple, int resends, boolean sentBefore) {
        return attempt(deadline, sql, tuple).onFailure().recoverWithUni(failure -> {
            if (failure instanceof ReplyLostException && resends > 0 && !deadline.passed()) {
                Stage.current().mark("reply lost", Map.of());
                return pause().chain(() -> repeatable(deadline, sql, tuple, resends - 1, true));
            }
            return Uni.createFrom().failure(asProblem(failure, sentBefore));
        });
    }

    private Uni<Void> pause() {
        return Uni.createFrom()
                .emitter(emitter -> vertx.setTimer(RESEND_PAUSE.toMillis(), over -> emitter.complete(null)));
    }

    private Uni<RowSet<Row>> attempt(Deadline deadline, String sql, Tuple tuple) {
        return deadline.remaining().toMillis() < 1
                ? Uni.createFrom().failure(new NotDoneException(Reason.WAITED_TOO_LONG, null))
                : Uni.createFrom().emitter(emitter -> new Sending(emitter, sql, tuple).before(deadline));
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

    /** One statement on its way: waits for a connection, leaves if its time is not over by then, awaits the reply. */
    private final class Sending {

        private final UniEmitter<? super RowSet<Row>> result;
        private final String sql;
        private final Tuple tuple;
        private final AtomicBoolean sent = new AtomicBoolean();
        private final AtomicBoolean timeIsOver = new AtomicBoolean();
        private volatile long timer;

        Sending(UniEmitter<? super RowSet<Row>> result, String sql, Tuple tuple) {
            this.result = result;
            this.sql = sql;
            this.tuple = tuple;
        }

        /** Waits for a connection for as long as the request has, and for a reply for as long as a reply may take. */
        void before(Deadline deadline) {
            timer = vertx.setTimer(millis(deadline.remaining()), fired -> timeIsOver());
            pool.getConnection().onComplete(got -> {
                vertx.cancelTimer(timer);
                if (got.failed()) {
                    result.fail(noConnection(got.cause()));
                } else if (timeIsOver.get() || deadline.passed()) {
                    release(got.result());
                    timeIsOver();
                } else {
                    leave(got.result(), deadline.remaining());
                }
            });
        }

        private void leave(SqlConnection connection, Duration left) {
            sent.set(true);
            timer = vertx.setTimer(
                    millis(left.compareTo(replyTimeout) < 0 ? left : replyTimeout), fired -> timeIsOver());
            Runnable ended = watch.left();
            connection.preparedQuery(sql).execute(tuple).onComplete(reply -> {
                vertx.cancelTimer(timer);
                ended.run();
                release(connection);
                if (reply.succeeded()) {
                    state.answered();
                    result.complete(reply.result());
                } else {
                    result.fail(StatementFailures.of(reply.cause()));
                }
            });
        }

        private void timeIsOver() {
            timeIsOver.set(true);
            result.fail(
                    sent.get()
                            ? new ReplyLostException("no reply in time", null)
                            : new NotDoneException(Reason.WAITED_TOO_LONG, null));
        }

        private static long millis(Duration limit) {
            return Math.max(1, limit.toMillis());
        }

        private NotDoneException noConnection(Throwable cause) {
            Reason reason = cause instanceof ConnectionPoolTooBusyException ? Reason.POOL_FULL : Reason.NO_CONNECTION;
            return new NotDoneException(reason, cause);
        }

        /** Back to the pool, but never before the statement's end: a busy connection would stall its next user. */
        private void release(SqlConnection connection) {
            connection.close().onFailure(broken -> LOG.debug("a broken connection was dropped"));
        }
    }
}
