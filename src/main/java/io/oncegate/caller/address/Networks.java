package io.oncegate.caller.address;

import java.util.List;
import java.util.Optional;

/** Some networks and single addresses. Immutable. */
public final class Networks {

    private final List<Network> networks;

    private Networks(List<Network> networks) {
        this.networks = networks;
    }

    /** Those that {@code entries} name; one that is unreadable holds nobody. */
    public static Networks of(List<String> entries) {
        return new Networks(entries.stream()
                .map(String::strip)
                .map(Network::parse)
                .flatMap(Optional::stream)
                .toList());
    }

    /** Those of {@code entries} that are neither an address nor a network in CIDR notation. */
    public static List<String> unreadable(List<String> entries) {
        return entries.stream()
                .map(String::strip)
                .filter(entry -> Network.parse(entry).isEmpty())
                .toList();
    }

    /** Whether the address is in one of them. */
    public boolean hold(ClientAddress address) {
        return IpAddress.parse(address.text()).filter(this::hold).isPresent();
    }

    boolean hold(IpAddress address) {
        for (Network network : networks) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
