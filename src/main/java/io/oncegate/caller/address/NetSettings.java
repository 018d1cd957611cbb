package io.oncegate.caller.address;

import java.util.List;

/** Checks of {@link NetConfig} that need more than a value's own range. */
public final class NetSettings {

    private NetSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(NetConfig config) {
        return Networks.unreadable(config.trustedProxies().orElse(List.of())).stream()
                .map(("oncegate.net.trusted-proxies must be addresses or networks such as 10.0.0.0/8, and \"%s\" is"
                        + " neither.")::formatted)
                .toList();
    }
}
