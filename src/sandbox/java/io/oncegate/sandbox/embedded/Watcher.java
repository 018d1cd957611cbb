package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process that outlives this one by a moment: it ends the servers of a {@link RunFolder} and removes the
 * folder when the pipe to it closes. It is the only way in which they end, so that a kill -9, which leaves no time to
 * stop anything, is the case that works every day.
 */
final class Watcher {
    private static final long LONGEST_STOP_SECONDS = 10;

    /** Reachable as long as the process lives: a collected pipe would be a closed one. */
    private static final List<OutputStream> PIPES = new ArrayList<>();

    private Watcher() {}

    /** To be called before the first server starts. */
    static void start(RunFolder folder) throws IOException {
        var command = new ArrayList<String>();
        if (isOnPath("setsid")) {
            // In a session of its own, a kill of the whole process group passes it by.
            command.add("setsid");
        }
        command.addAll(List.of("sh", "-c", script(), "watch", folder.path().toString()));
        var watcher = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        PIPES.add(watcher.getOutputStream());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> letGo(watcher), "watcher"));
    }

    /** Waits for the end, so that whoever saw this process end finds the ports free and the folder gone. */
    private static void letGo(Process watcher) {
        try {
            watcher.getOutputStream().close();
            if (!watcher.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("The servers are still stopping.");
            }
        } catch (IOException | InterruptedException lost) {
            System.err.println("The servers stop without being waited for: " + lost);
        }
    }

    private static String script() throws IOException {
        try (var script = Watcher.class.getResourceAsStream("watch.sh")) {
            if (script == null) {
                throw new IOException("The watcher's script is not on the class path.");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static boolean isOnPath(String program) throws IOException {
        return Commands.succeeds("sh", "-c", "command -v \"$1\"", "sh", program);
    }
}
