package io.oncegate.caller.address;

import java.util.List;

/** The proxies whose word about a caller's address is taken. Immutable. */
public final class TrustedProxies {

    private final Networks networks;

    private TrustedProxies(Networks networks) {
        this.networks = networks;
    }

    /** The networks and addresses that {@code entries} name; one that is unreadable trusts nobody. */
    public static TrustedProxies of(List<String> entries) {
        return new TrustedProxies(Networks.of(entries));
    }

    boolean trust(IpAddress address) {
        return networks.hold(address);
    }
}
