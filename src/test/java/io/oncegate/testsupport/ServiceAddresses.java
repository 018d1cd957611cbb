package io.oncegate.testsupport;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a service that has just started listens.
 *
 * @param api for clients
 * @param management for health and metrics
 */
public record ServiceAddresses(URI api, URI management) {
    private static final Pattern STARTED = Pattern.compile(
            "Listening on: (http://[\\w.]+:\\d+)\\. Management interface listening on (http://[\\w.]+:\\d+)");

    /** Reads the line that says so; empty for any other. */
    public static Optional<ServiceAddresses> in(String logLine) {
        return Optional.of(STARTED.matcher(logLine))
                .filter(Matcher::find)
                .map(line -> new ServiceAddresses(URI.create(line.group(1)), URI.create(line.group(2))));
    }
}
