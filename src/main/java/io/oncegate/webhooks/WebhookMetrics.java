package io.oncegate.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** What became of webhooks. Labels are configured accounts and words of ours only. Thread-safe. */
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

    private final MeterRegistry registry;

    WebhookMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** {@code account}: the name of a source that there is. */
    void count(String account, String outcome) {
        registry.counter("oncegate.webhooks", "account", account, "outcome", outcome)
                .increment();
    }
}
