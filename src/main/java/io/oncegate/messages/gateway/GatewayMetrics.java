package io.oncegate.messages.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.RemoteGauges;
import jakarta.enterprise.context.ApplicationScoped;

/** How many calls to gateways are under way. Labels are configured gateways only. Thread-safe. */
@ApplicationScoped
class GatewayMetrics {

    private final MeterRegistry registry;

    GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** From now on, what is under way to a gateway is seen. */
    void watch(String gateway, int mostInFlight, Remote remote) {
        RemoteGauges.register(registry, "oncegate.gateway", Tags.of("gateway", gateway), mostInFlight, remote);
    }
}
