package io.oncegate.messages.gateway;

import io.oncegate.messages.gateway.GatewaysConfig.GatewayConfig;
import io.oncegate.outbound.BaseUrl;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks of one gateway's settings. */
final class GatewaySettings {

    private static final int MOST_IN_FLIGHT = 1000;
    private static final int MOST_PER_SECOND = 10_000;

    private final String prefix;
    private final GatewayConfig config;
    private final List<String> complaints = new ArrayList<>();

    GatewaySettings(String prefix, GatewayConfig config) {
        this.prefix = prefix;
        this.config = config;
    }

    /** A sentence for each reason not to start; {@code protocols} are those that are spoken. */
    List<String> complaints(Set<String> protocols) {
        if (!protocols.contains(config.dialect())) {
            complain("dialect", "must be one that is spoken here: " + String.join(", ", new TreeSet<>(protocols)));
        }
        if (!config.url().map(BaseUrl::isOne).orElse(true)) {
            complain("url", BaseUrl.RULE);
        }
        if (!config.receiptUrl().map(GatewaySettings::isForReceipts).orElse(true)) {
            complain(
                    "receipt-url", BaseUrl.RULE + ", and without a percent sign, which means something else to Kannel");
        }
        range("in-flight", config.inFlight(), MOST_IN_FLIGHT);
        range("calls-per-second", config.callsPerSecond(), MOST_PER_SECOND);
        if (config.keyRetention().filter(retention -> retention.toMillis() < 1).isPresent()) {
            complain("key-retention", "must be at least 1 ms");
        }
        return complaints;
    }

    private static boolean isForReceipts(URI uri) {
        return BaseUrl.isOne(uri) && !uri.toString().contains("%");
    }

    private void range(String member, int value, int most) {
        if (value < 1 || value > most) {
            complain(member, "must be from 1 to " + most);
        }
    }

    private void complain(String member, String what) {
        complaints.add(prefix + member + " " + what + ".");
    }
}
