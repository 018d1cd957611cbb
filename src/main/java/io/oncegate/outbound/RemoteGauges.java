package io.oncegate.outbound;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** What is under way to a third party: how many calls, how many there may be, and whether its breaker is open. */
public final class RemoteGauges {

    private RemoteGauges() {}

    /** Registers the three, whose names begin with {@code prefix}. */
    public static void register(MeterRegistry registry, String prefix, Tags tags, int mostInFlight, Remote remote) {
        registry.gauge(prefix + ".inflight", tags, remote, Remote::inFlight);
        registry.gauge(prefix + ".inflight.limit", tags, remote, each -> mostInFlight);
        registry.gauge(prefix + ".breaker", tags, remote, each -> each.isBreakerOpen() ? 1 : 0);
    }
}
