package io.oncegate.phase;

import io.oncegate.phase.NotDoneException.Reason;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * The way to PostgreSQL and back, once: a connection, one statement, its reply. Fails with {@link NotDoneException} where
 * nothing was done, {@link ReplyLostException} where that is not known, or with what PostgreSQL said
 * ({@link StatementFailures}). Safe for use from any event loop; the result arrives on the caller's context.
 */
@ApplicationScoped
class Transport {

    private static final Logger LOG = Logger.getLogger(Transport.class);

    /** One of so many connections is left to operators and to work in the background. */
    private static final int KEPT_ONE_OF = 6;

    private final Vertx vertx;
    private final Pool pool;
    private final StorageState state;
    private final StatementWatch watch;
    private final Duration replyTimeout;
    private final Lanes<Sending> tenants;

    Transport(Vertx vertx, Pool pool, StorageState state, StatementWatch watch, DatabaseConfig config) {
        this.vertx = vertx;
        this.pool = pool;
        this.state = state;
        this.watch = watch;
        this.replyTimeout = config.replyTimeout();
        int share = config.poolSize() - config.poolSize() / KEPT_ONE_OF;
        this.tenants = new Lanes<>(share, 1, config.poolWaiting());
    }

    /** Whose statement it is that the calling context is about to send; empty where that is no tenant's request. */
    Optional<StatementWatch.Sender> sender() {
        return watch.sender();
    }

    /** What a statement is sent with. */
    interface Cargo {

        /** Asked for once there is a connection; empty where it need not leave any more. */
        Optional<Tuple> load();

        /** It leaves now. What is returned is run once it has ended (see {@link StatementWatch}). */
        Runnable leave();

        /** Whether it is sent for tenants, who have their share of the connections. */
        boolean isForTenants();
    }

    /** Sends a statement, which never leaves if it has not left when {@code deadline} passes. */
    Uni<RowSet<Row>> send(Deadline deadline, String sql, Cargo cargo) {
        return deadline.remaining().toMillis() < 1
                ? Uni.createFrom().failure(new NotDoneException(Reason.WAITED_TOO_LONG, null))
                : Uni.createFrom().emitter(emitter -> new Sending(emitter, deadline, sql, cargo).begin());
    }

    /** One statement on its way: waits for a connection, leaves if its time is not over by then, awaits the reply. */
    private final class Sending {

        private final UniEmitter<? super RowSet<Row>> result;
        private final Deadline deadline;
        private final String sql;
        private final Cargo cargo;
        private final Context home = vertx.getOrCreateContext();
        private final AtomicBoolean sent = new AtomicBoolean();
        private final AtomicBoolean timeIsOver = new AtomicBoolean();
        private volatile long timer;

        Sending(UniEmitter<? super RowSet<Row>> result, Deadline deadline, String sql, Cargo cargo) {
            this.result = result;
            this.deadline = deadline;
            this.sql = sql;
            this.cargo = cargo;
        }

        /** Waits for a connection for as long as the request has, and for a reply for as long as a reply may take. */
        void begin() {
            timer = vertx.setTimer(millis(deadline.remaining()), fired -> timeIsOver());
            switch (cargo.isForTenants() ? tenants.come(this) : Lanes.Arrival.LEAVES) {
                case LEAVES -> connect();
                case REFUSED -> {
                    vertx.cancelTimer(timer);
                    result.fail(new NotDoneException(Reason.POOL_FULL, null));
                }
                case WAITS -> {}
            }
        }

        private void connect() {
            if (isTooLate()) {
                vertx.cancelTimer(timer);
                timeIsOver();
                passOn();
                return;
            }
            pool.getConnection().onComplete(got -> {
                vertx.cancelTimer(timer);
                if (got.failed()) {
                    result.fail(noConnection(got.cause()));
                    passOn();
                    return;
                }
                Optional<Tuple> loaded = load();
                if (loaded.isPresent()) {
                    leave(got.result(), loaded.get(), deadline.remaining());
                } else {
                    release(got.result());
                    timeIsOver();
                }
            });
        }

        /** A fault of ours must not cost a connection. */
        private Optional<Tuple> load() {
            try {
                return isTooLate() ? Optional.empty() : cargo.load();
            } catch (RuntimeException fault) {
                result.fail(fault);
                return Optional.empty();
            }
        }

        private boolean isTooLate() {
            return timeIsOver.get() || deadline.passed();
        }

        private void leave(SqlConnection connection, Tuple parameters, Duration left) {
            sent.set(true);
            timer = vertx.setTimer(
                    millis(left.compareTo(replyTimeout) < 0 ? left : replyTimeout), fired -> timeIsOver());
            Runnable ended = cargo.leave();
            connection.preparedQuery(sql).execute(parameters).onComplete(reply -> {
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
            passOn();
        }

        private void passOn() {
            if (cargo.isForTenants()) {
                tenants.end().forEach(next -> next.home.runOnContext(now -> next.connect()));
            }
        }
    }
}
