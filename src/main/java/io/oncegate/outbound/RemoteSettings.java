package io.oncegate.outbound;

import java.net.URI;
import java.time.Duration;

/**
 * What one account of a third party is granted.
 *
 * @param name of the account, in log lines and labels
 * @param base URL that every target is appended to, without a slash at its end
 * @param mostInFlight calls at a time
 * @param callsPerSecond in any second
 * @param connectTimeout until a connection (TLS included) stands
 * @param callTimeout from the first byte of the request to the last of the answer
 */
public record RemoteSettings(
        String name, URI base, int mostInFlight, int callsPerSecond, Duration connectTimeout, Duration callTimeout) {}
