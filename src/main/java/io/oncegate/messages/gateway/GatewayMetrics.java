package io.oncegate.messages.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.oncegate.outbound.Remote;
import jakarta.enterprise.context.ApplicationScoped;

/** How many calls to gateways are under way. Labels are configured gateways only. Thread-safe. */
@ApplicationScoped
class GatewayMetrics {

    private static final String GATEWAY = "oncegate.gateway.";

    private final MeterRegistry registry;

    GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** From now on, what is under way to a gateway is seen. */
    void watch(String gateway, int mostInFlight, Remote remote) {
        Tags tags = Tags.of("gateway", gateway);
        registry.gauge(GATEWAY + "inflight", tags, remote, Remote::inFlight);
        registry.gauge(GATEWAY + "inflight.limit", tags, remote, each -> mostInFlight);
        registry.gauge(GATEWAY + "breaker", tags, remote, each -> each.isBreakerOpen() ? 1 : 0);
    }
}
