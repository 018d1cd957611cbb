package io.oncegate.webhooks;

import io.oncegate.background.Background;
import io.oncegate.webhooks.HintQueue.Taken;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Follows what sources tell that do not sign. It is never done while they wait for their acknowledgement, and one
 * source whose provider hangs keeps it from no other. Thread-safe.
 */
@ApplicationScoped
class Hints {

    /** Below the calls that an account may have in flight: hints, which anybody can send, leave room for payments. */
    private static final int MOST_ASKED = 8;

    private final WebhooksConfig config;
    private final Background background;
    private final WebhookMetrics metrics;

    /** By the name of a source that there is. */
    private final Map<String, HintQueue> queues = new ConcurrentHashMap<>();

    Hints(WebhooksConfig config, Background background, WebhookMetrics metrics) {
        this.config = config;
        this.background = background;
        this.metrics = metrics;
    }

    /** From the start on, so that a quiet instance shows zeros and not nothing. */
    void show(@Observes StartupEvent started) {
        metrics.watch(this, config.mostHints());
    }

    /** How many objects the hints of one source are about at this moment, at most: each has a queue of its own. */
    int waiting() {
        return queues.values().stream().mapToInt(HintQueue::size).max().orElse(0);
    }

    /** Takes what a body gives reason to ask, if it does. */
    void take(Source source, byte[] body) {
        String account = source.name();
        String outcome = source.teller()
                .hint(body)
                .map(hint -> queue(account).offer(counted(account, hint)))
                .map(Taken::word)
                .orElse(Effect.SAYS_NOTHING.word());
        metrics.count(account, outcome);
    }

    private HintQueue queue(String account) {
        return queues.computeIfAbsent(
                account, first -> new HintQueue(config.mostHints(), MOST_ASKED, background::once));
    }

    private Hint counted(String account, Hint hint) {
        return new Hint(
                hint.object(),
                () -> Uni.createFrom()
                        .deferred(() -> hint.question().get())
                        .invoke(effect -> metrics.count(account, effect.word())));
    }
}
