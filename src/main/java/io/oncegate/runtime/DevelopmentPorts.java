package io.oncegate.runtime;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigValue;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;

/** Ports for development mode: the usual ones, or free ones where something else already listens. */
final class DevelopmentPorts {
    private static final Map<String, Integer> USUAL =
            Map.of("quarkus.http.port", 8080, "quarkus.management.port", 9000);

    /** Environment and command line stand above this ordinal: what comes from there is a wish, and is left alone. */
    private static final int HIGHEST_OF_THE_PROJECT = 250;

    private DevelopmentPorts() {}

    /** Settings for those ports that have to differ from the usual ones. */
    static Map<String, String> choose(ConfigSourceContext context) {
        var settings = new HashMap<String, String>();
        USUAL.forEach((key, port) -> {
            if (!isWished(context.getValue(key)) && isTaken(port)) {
                var free = freePort();
                System.out.printf("Port %d is taken by another process: %s=%d%n", port, key, free);
                settings.put(key, String.valueOf(free));
            }
        });
        return settings;
    }

    private static boolean isWished(ConfigValue value) {
        return value != null && value.getConfigSourceOrdinal() > HIGHEST_OF_THE_PROJECT;
    }

    private static boolean isTaken(int port) {
        try (var probe = new ServerSocket(port)) {
            return !probe.isBound();
        } catch (IOException taken) {
            return true;
        }
    }

    private static int freePort() {
        try (var probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        } catch (IOException exhausted) {
            throw new IllegalStateException("This machine has no free port left", exhausted);
        }
    }
}
