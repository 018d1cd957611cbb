package io.oncegate.background;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * The instance's periodic work. Features hand their tasks over when the service starts; each is repeated on an event
 * loop until the service stops, which waits for the runs that are under way.
 */
@ApplicationScoped
public class Background {

    private static final Logger LOG = Logger.getLogger(Background.class);

    /** Longer than any statement may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final BackgroundMetrics metrics;
    private final List<Repetition> repetitions = new CopyOnWriteArrayList<>();

    Background(Vertx vertx, MeterRegistry registry) {
        this.vertx = vertx;
        this.metrics = new BackgroundMetrics(registry);
    }

    /**
     * Repeats {@code task}, about {@code interval} after the end of its last run.
     *
     * @param name what log lines and labels call it
     */
    public void every(Duration interval, String name, PeriodicTask task) {
        Repetition repetition = new Repetition(
                name,
                interval,
                metrics.counted(name, task),
                this::after,
                () -> ThreadLocalRandom.current().nextDouble());
        repetitions.add(repetition);
        repetition.begin();
    }

    /**
     * Does something once, {@code delay} from now, unless the service has stopped by then; nobody waits for its end.
     *
     * @param action must not block, and handles its own failures
     */
    public void once(Duration delay, Runnable action) {
        var unused = after(delay, action);
    }

    void drain(@Observes ShutdownEvent stopping) throws InterruptedException {
        CompletableFuture<?>[] ends = repetitions.stream().map(Repetition::end).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("background work was cut off by the shutdown");
        }
    }

    /** Each run has a context of its own, so that log fields and other locals of one never show in the next. */
    private Runnable after(Duration delay, Runnable action) {
        Context own = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        long timer = vertx.setTimer(Math.max(1, delay.toMillis()), fired -> own.runOnContext(nothing -> action.run()));
        return () -> vertx.cancelTimer(timer);
    }
}
