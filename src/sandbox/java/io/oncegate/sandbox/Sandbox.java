package io.oncegate.sandbox;

import io.oncegate.sandbox.embedded.EmbeddedServers;
import io.oncegate.sandbox.ledger.Ledger;
import io.oncegate.sandbox.ledger.RequestLog;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.TreeMap;

/**
 * The sandbox as a program. Once everything is up it prints one JSON line on standard output, whose members are the
 * settings of the service with the values that lead here; all else it has to say goes to standard error.
 */
public final class Sandbox {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_UNUSABLE_ARGUMENTS = 2;

    private Sandbox() {}

    public static void main(String[] arguments) {
        try {
            start(Options.parse(arguments));
        } catch (UnusableArguments unusable) {
            end(EXIT_UNUSABLE_ARGUMENTS, unusable);
        } catch (IOException failed) {
            end(EXIT_FAILED, failed);
        }
    }

    private static void start(Options options) throws IOException {
        var settings = new TreeMap<String, Object>();
        var server = SandboxServer.start(options.host(), options.port(), new Ledger(), new RequestLog());
        settings.put("oncegate.sandbox.url", server.url());
        if (options.child()) {
            endWithStandardInput();
        }
        if (options.embedded()) {
            settings.putAll(EmbeddedServers.start(options.durable()).settings());
        }
        System.out.println(new JsonObject(settings).encode());
    }

    /** However the parent dies, the kernel closes its end of the pipe: nothing else tells as reliably. */
    private static void endWithStandardInput() {
        var watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // What the parent writes has no meaning; only its end has.
                        }
                    } catch (IOException closed) {
                        // The same end.
                    }
                    System.exit(0);
                },
                "standard-input");
        watch.setDaemon(true);
        watch.start();
    }

    private static void end(int status, Exception why) {
        System.err.println(why.getMessage());
        System.exit(status);
    }
}
