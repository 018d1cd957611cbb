package io.oncegate.caller.address;

import java.util.List;
import java.util.Optional;

/** The proxies whose word about a caller's address is taken. Immutable. */
public final class TrustedProxies {

    private final List<Network> networks;

    private TrustedProxies(List<Network> networks) {
        this.networks = networks;
    }

    /** The networks and addresses that {@code entries} name; one that is unreadable trusts nobody. */
    public static TrustedProxies of(List<String> entries) {
        return new TrustedProxies(entries.stream()
                .map(String::strip)
                .map(Network::parse)
                .flatMap(Optional::stream)
                .toList());
    }

    /** Those of {@code entries} that are neither an address nor a network in CIDR notation. */
    static List<String> unreadable(List<String> entries) {
        return entries.stream()
                .map(String::strip)
                .filter(entry -> Network.parse(entry).isEmpty())
                .toList();
    }

    boolean trust(IpAddress address) {
        for (Network network : networks) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
