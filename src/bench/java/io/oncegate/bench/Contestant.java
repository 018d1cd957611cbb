package io.oncegate.bench;

import java.net.URI;
import java.util.Optional;

/**
 * A server that is measured.
 *
 * @param key of a caller whose limits are never met
 * @param deniedKey of a caller whose limit is one order an hour
 * @param payingKey of a caller whose orders can be paid, where there is such a thing
 */
record Contestant(String name, URI url, String key, String deniedKey, Optional<String> payingKey) {

    /** One that knows no payments. */
    Contestant(String name, URI url, String key, String deniedKey) {
        this(name, url, key, deniedKey, Optional.empty());
    }

    /** Whether it can do what the scenario asks for. */
    boolean can(Scenario scenario) {
        return !scenario.isOursAlone() || payingKey.isPresent();
    }

    String keyFor(Scenario scenario) {
        return switch (scenario) {
            case DENIED -> deniedKey;
            case PAID -> payingKey.orElseThrow();
            default -> key;
        };
    }
}
