package io.oncegate.bench;

import java.net.URI;

/**
 * A server that is measured.
 *
 * @param key of a caller whose limits are never met
 * @param deniedKey of a caller whose limit is one order an hour
 */
record Contestant(String name, URI url, String key, String deniedKey) {

    String keyFor(Scenario scenario) {
        return scenario.refused() ? deniedKey : key;
    }
}
