package io.oncegate.sandbox.embedded;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Starts a server program on a free port.
 *
 * @param folder where its pid file and its log are
 * @param name of the server: {@code name.pid}, {@code name.log}
 * @param command to run for a port
 * @param answers whether the server on a port is ready for clients
 */
record ServerProcess(RunFolder folder, String name, IntFunction<List<String>> command, IntPredicate answers) {
    static final String LOOPBACK = "127.0.0.1";

    /** A free port can be taken by another process before the server binds it; that is bad luck, but not five times. */
    private static final int ATTEMPTS = 5;

    /** Generous: a machine busy with a build takes its time, and a server that fails ends by itself. */
    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(20);

    /** Writes the pid before the server is there to be forgotten; without the folder nothing is started. */
    private static final String WRITE_PID_AND_BECOME = "echo $$ >\"$0\" && exec \"$@\"";

    /** The port on which the server answers. */
    int start() throws IOException {
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var port = freePort();
            var process = launch(port);
            if (becomesReady(process, port)) {
                return port;
            }
            process.destroyForcibly();
        }
        throw new IOException("%s does not start: %s"
                .formatted(name, Files.readString(log().toPath()).strip()));
    }

    private Process launch(int port) throws IOException {
        var pidFile = folder.resolve(name + ".pid").toString();
        var line = new ArrayList<>(List.of("sh", "-c", WRITE_PID_AND_BECOME, pidFile));
        line.addAll(command.apply(port));
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log())
                .start();
    }

    private boolean becomesReady(Process process, int port) throws IOException {
        var deadline = System.nanoTime() + LONGEST_START.toNanos();
        while (process.isAlive() && System.nanoTime() < deadline) {
            if (answers.test(port)) {
                return process.isAlive();
            }
            pause();
        }
        return false;
    }

    private File log() {
        return folder.resolve(name + ".log").toFile();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(BETWEEN_PROBES.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a server started.");
        }
    }
}
