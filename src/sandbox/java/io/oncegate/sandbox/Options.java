package io.oncegate.sandbox;

import java.util.Arrays;
import java.util.Iterator;

/**
 * The command line of the sandbox.
 *
 * @param host the address that it listens on: loopback, unless it has a container of its own
 * @param port where providers and gateways listen; 0 takes a free one
 * @param embedded whether PostgreSQL and Redis are started too
 * @param durable whether that PostgreSQL forces its writes to disk, for measurements; tests and development need not
 * @param child whether the sandbox ends when its standard input closes, as it does when its parent dies
 */
record Options(String host, int port, boolean embedded, boolean durable, boolean child) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int DEFAULT_PORT = 9099;
    private static final int HIGHEST_PORT = 65535;

    static Options parse(String... arguments) throws UnusableArguments {
        var host = LOOPBACK;
        var port = DEFAULT_PORT;
        var embedded = false;
        var durable = false;
        var child = false;
        var rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            var argument = rest.next();
            switch (argument) {
                case "--host" -> host = host(rest);
                case "--port" -> port = port(rest);
                case "--embedded" -> embedded = true;
                case "--durable" -> durable = true;
                case "--child" -> child = true;
                default ->
                    throw new UnusableArguments(
                            "Unknown argument '%s': the sandbox knows --host ADDRESS, --port N, --embedded, --durable and --child."
                                    .formatted(argument));
            }
        }
        return new Options(host, port, embedded, durable, child);
    }

    private static String host(Iterator<String> rest) throws UnusableArguments {
        var value = rest.hasNext() ? rest.next() : "";
        if (value.isBlank() || value.startsWith("--")) {
            throw new UnusableArguments("--host wants an address of this machine, 0.0.0.0 for all of them.");
        }
        return value;
    }

    private static int port(Iterator<String> rest) throws UnusableArguments {
        var value = rest.hasNext() ? rest.next() : "";
        try {
            var port = Integer.parseInt(value);
            if (port >= 0 && port <= HIGHEST_PORT) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            // Told below, in the same words as a number out of range.
        }
        throw new UnusableArguments("--port wants a number from 0 (a free one) to 65535, not '%s'.".formatted(value));
    }
}
