package io.oncegate.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.background.StateGauges;
import io.oncegate.background.StateGauges.InState;
import io.oncegate.webhooks.WebhookEvents.OpenNow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** What became of webhooks, and what waits. Labels are configured accounts and words of ours only. Thread-safe. */
@ApplicationScoped
class WebhookMetrics {

    /** No proof that it is its sender's. */
    static final String REFUSED = "refused";
    /** Its source is closed. */
    static final String CLOSED = "closed";
    /** Its source sends too much. */
    static final String LIMITED = "limited";
    /** It could not be stored. */
    static final String NOT_STORED = "not_stored";
    /** It is tried no more, and an operator has to look at it. */
    static final String GIVEN_UP = "given_up";

    private static final List<String> STATES = List.of("ready", "parked", "failed");

    private final MeterRegistry registry;
    private final StateGauges open;

    WebhookMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.open = new StateGauges(registry, "oncegate.webhooks.depth", "oncegate.webhooks.oldest.age", STATES);
    }

    /** From now on, what waits in the fullest queue of hints is seen. */
    void watch(Hints hints, int most) {
        registry.gauge("oncegate.webhooks.hints", hints, Hints::waiting);
        registry.gauge("oncegate.webhooks.hints.limit", hints, all -> most);
    }

    /** What waits now; what is not named is not there. */
    void open(List<OpenNow> now) {
        open.show(now.stream().map(one -> new InState(one.state(), one.number(), one.oldestAgeSeconds())));
    }

    /** {@code account}: the name of a source that there is. */
    void count(String account, String outcome) {
        registry.counter("oncegate.webhooks", "account", account, "outcome", outcome)
                .increment();
    }
}
