package io.oncegate.runtime;

import io.oncegate.caller.address.NetConfig;
import io.oncegate.caller.address.NetSettings;
import io.oncegate.ratelimit.policy.RateLimitConfig;
import io.oncegate.ratelimit.policy.RateLimitSettings;
import io.oncegate.ratelimit.store.StoreSettings;
import io.oncegate.request.Routes;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is wrong with the limits that are configured, given the routes that there are; with where they are kept, and with
 * whom they count.
 */
@ApplicationScoped
class LimitSettingsCheck {

    private final RateLimitConfig limits;
    private final Routes routes;
    private final StoreSettings store;
    private final NetConfig net;

    LimitSettingsCheck(RateLimitConfig limits, Routes routes, StoreSettings store, NetConfig net) {
        this.limits = limits;
        this.routes = routes;
        this.store = store;
        this.net = net;
    }

    /** A sentence for each reason not to start. */
    List<String> complaints() {
        return Stream.of(store.complaints(), NetSettings.complaints(net), RateLimitSettings.complaints(limits, routes))
                .flatMap(List::stream)
                .toList();
    }
}
