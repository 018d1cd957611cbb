package io.oncegate.sandbox;

import io.oncegate.testsupport.NpmFolder;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A script of {@code src/test/node}, which puts a client that others wrote to the sandbox and prints what came of it.
 */
final class NpmScript {
    private static final NpmFolder FOLDER = new NpmFolder("");

    private NpmScript() {}

    /** Runs {@code name} against {@code sandbox}. */
    static NpmReport run(String name, LiveSandbox sandbox) {
        return run(name, List.of(sandbox.url().toString()));
    }

    /** Runs {@code name} with these arguments. */
    static NpmReport run(String name, List<String> arguments) {
        return new NpmReport(new JsonObject(FOLDER.run(name, arguments)));
    }
}
