package io.oncegate.messages.gateway;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks of settings on gateways that need more than a value's own range. */
@ApplicationScoped
public class GatewaysSettings {

    private static final String PREFIX = "oncegate.messages.";

    /** It becomes a label of metrics, a column and a part of a path. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Together with a connection it stays below the time that the shutdown waits for messages on their way, 35 s. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(4);

    private final GatewaysConfig config;
    private final Set<String> protocols;

    GatewaysSettings(GatewaysConfig config, @All List<GatewayProtocolFactory> protocols) {
        this.config = config;
        this.protocols =
                protocols.stream().map(factory -> factory.descriptor().name()).collect(Collectors.toUnmodifiableSet());
    }

    /** A sentence for each reason not to start. */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        range(complaints, "call-timeout", config.callTimeout(), LONGEST_CALL);
        range(complaints, "connect-timeout", config.connectTimeout(), LONGEST_CONNECT);
        if (!config.gateways().containsKey(config.defaultGateway())) {
            complaints.add(PREFIX + "default-gateway must name one of the gateways under " + PREFIX + "gateways.");
        }
        new TreeMap<>(config.gateways()).forEach((name, gateway) -> {
            if (NAME.matcher(name).matches()) {
                complaints.addAll(
                        new GatewaySettings(PREFIX + "gateways." + name + ".", gateway).complaints(protocols));
            } else {
                complaints.add(PREFIX + "gateways.\"" + name
                        + "\" must be named with 1 to 64 small letters, digits and hyphens.");
            }
        });
        return complaints;
    }

    private static void range(List<String> complaints, String setting, Duration value, Duration most) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(most) > 0) {
            complaints.add("%s%s must be from 1 ms to %d s.".formatted(PREFIX, setting, most.toSeconds()));
        }
    }
}
