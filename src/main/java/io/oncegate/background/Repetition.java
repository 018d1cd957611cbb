package io.oncegate.background;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One task, again and again, until it is ended. The pause between the end of a run and the next is the interval within
 * a fifth, and the first is anywhere in the interval, so that instances started together do not run together. Safe for
 * use by any thread.
 *
 * <pre>
 *   waiting --timer--> running --end of the run--> waiting
 *      |                  |
 *      +------- end ------+---- end of the run ---> ended
 * </pre>
 */
final class Repetition {

    private static final Logger LOG = Logger.getLogger(Repetition.class);

    private static final double SMALLEST_FACTOR = 0.8;
    private static final double SPREAD = 0.4;

    private final String name;
    private final Duration interval;
    private final PeriodicTask task;
    private final Timer timer;
    private final DoubleSupplier random;

    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private boolean ending;
    private boolean running;
    private Runnable cancelWaiting = () -> {};
    private @Nullable Class<?> lastFailure;

    /** {@code random} gives numbers from 0 to 1. */
    Repetition(String name, Duration interval, PeriodicTask task, Timer timer, DoubleSupplier random) {
        this.name = name;
        this.interval = interval;
        this.task = task;
        this.timer = timer;
        this.random = random;
    }

    synchronized void begin() {
        waitFor(random.getAsDouble());
    }

    /** Starts no run any more. Completes when the one that is running has ended, at once if none is. */
    synchronized CompletableFuture<Void> end() {
        ending = true;
        cancelWaiting.run();
        if (!running) {
            ended.complete(null);
        }
        return ended;
    }

    private void waitFor(double intervals) {
        Duration pause = Duration.ofNanos((long) (interval.toNanos() * intervals));
        cancelWaiting = timer.after(pause, this::run);
    }

    private void run() {
        synchronized (this) {
            if (ending) {
                return;
            }
            running = true;
        }
        Uni.createFrom().deferred(task::runOnce).subscribe().with(this::succeeded, this::failed);
    }

    private void succeeded(Counts done) {
        if (!done.nothing()) {
            LOG.infof("background work done task=%s %s", name, done);
        }
        runEnded(null);
    }

    private void failed(Throwable failure) {
        runEnded(failure);
    }

    private synchronized void runEnded(@Nullable Throwable failure) {
        tellChange(failure);
        running = false;
        if (ending) {
            ended.complete(null);
        } else {
            waitFor(SMALLEST_FACTOR + SPREAD * random.getAsDouble());
        }
    }

    /** A failure that lasts is told when it begins, when it becomes another one, and when it is over. */
    private void tellChange(@Nullable Throwable failure) {
        Class<?> kind = failure == null ? null : failure.getClass();
        if (kind != null && kind != lastFailure) {
            LOG.warnf(failure, "background work fails task=%s", name);
        } else if (kind == null && lastFailure != null) {
            LOG.infof("background work succeeds again task=%s", name);
        }
        lastFailure = kind;
    }
}
