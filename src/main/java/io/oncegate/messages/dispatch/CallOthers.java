package io.oncegate.messages.dispatch;

import io.oncegate.request.Deadline;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * Calls other instances when this one has more to send than it can. Once in a while at most, however many messages
 * arrive: the notifications of a database's commits wait for each other. Thread-safe.
 */
@ApplicationScoped
class CallOthers {

    private static final Logger LOG = Logger.getLogger(CallOthers.class);

    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(2);

    private final WakeUps wakeUps;
    private final BiConsumer<Duration, Runnable> later;
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    @Inject
    CallOthers(WakeUps wakeUps, Vertx vertx) {
        this(wakeUps, (delay, action) -> vertx.setTimer(delay.toMillis(), fired -> action.run()));
    }

    /** {@code later} runs an action after a while. */
    CallOthers(WakeUps wakeUps, BiConsumer<Duration, Runnable> later) {
        this.wakeUps = wakeUps;
        this.later = later;
    }

    /** A gateway's messages wait that this instance cannot send now. */
    void call(String gateway) {
        if (waiting.add(gateway)) {
            later.accept(INTERVAL, () -> tell(gateway));
        }
    }

    private void tell(String gateway) {
        waiting.remove(gateway);
        wakeUps.tell(gateway, Deadline.in(STATEMENT_LIMIT))
                .subscribe()
                .with(told -> {}, failure -> LOG.debug("other instances were not called", failure));
    }
}
