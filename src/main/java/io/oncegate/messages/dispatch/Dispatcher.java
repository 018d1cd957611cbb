package io.oncegate.messages.dispatch;

import io.oncegate.background.Background;
import io.oncegate.messages.Arrivals;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.gateway.Gateway;
import io.oncegate.messages.gateway.Gateways;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Sends what was accepted. Each active gateway has a lane of its own, so that one which hangs keeps messages from no
 * other. A lane is woken by what this instance accepts, by other instances, and by its own looks.
 */
@ApplicationScoped
class Dispatcher implements Arrivals {

    private static final Logger LOG = Logger.getLogger(Dispatcher.class);

    /** As long as the service waits for its requests: longer than the longest call. */
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    /** Before the observer that holds the shutdown up while the instance still serves. */
    private static final int FIRST = 1;

    private final Gateways gateways;
    private final Lanes lanes;
    private final CallOthers others;
    private final DispatchConfig config;
    private final Map<String, Lane> open = new ConcurrentHashMap<>();

    Dispatcher(Gateways gateways, Lanes lanes, CallOthers others, DispatchConfig config) {
        this.gateways = gateways;
        this.lanes = lanes;
        this.others = others;
        this.config = config;
    }

    void begin(@Observes StartupEvent started, Background background, WakeUps wakeUps) {
        for (Gateway gateway : gateways.all()) {
            String name = gateway.name();
            Lane lane = lanes.open(gateway, () -> others.call(name));
            open.put(name, lane);
            background.every(config.pollInterval(), "messages-" + name, lane::look);
        }
        wakeUps.listen(this::arrived);
    }

    @Override
    public void arrived(String gateway) {
        Optional.ofNullable(open.get(gateway)).ifPresent(Lane::wake);
    }

    /** From the first moment of a shutdown others send what waits, and what is under way has all of it to end in. */
    void leave(@Observes @Priority(FIRST) ShutdownDelayInitiatedEvent told) {
        var unused = stopAll();
    }

    private CompletableFuture<Void> stopAll() {
        return CompletableFuture.allOf(open.values().stream().map(Lane::stop).toArray(CompletableFuture[]::new));
    }

    void stop(@Observes ShutdownEvent stopping) throws InterruptedException {
        try {
            stopAll().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("messages that were being sent were cut off by the shutdown; they will be unknown");
        }
    }
}
