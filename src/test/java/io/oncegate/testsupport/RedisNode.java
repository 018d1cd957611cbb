package io.oncegate.testsupport;

import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One master of a {@link RedisCluster}: a server process on two free ports of loopback, spoken to through
 * {@code redis-cli}, as an operator would.
 */
public final class RedisNode implements AutoCloseable {
    private static final int MOST_STARTS = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final int port;
    private final int busPort;
    private final String id;

    private RedisNode(ChildProcess process, int port, int busPort) {
        this.process = process;
        this.port = port;
        this.busPort = busPort;
        this.id = ask("CLUSTER", "MYID");
    }

    /** Returns when it answers; {@code folder} becomes its own. */
    static RedisNode start(Path folder) {
        for (var start = 1; start <= MOST_STARTS; start++) {
            var port = FreePort.next();
            var busPort = FreePort.next();
            var process = ChildProcess.start(command(folder, port, busPort));
            await().atMost(LONGEST_START).until(() -> FreePort.isTaken(port) || !process.isAlive());
            if (process.isAlive()) {
                return new RedisNode(process, port, busPort);
            }
            if (process.output().awaitEnd(LONGEST_START).stream().noneMatch(line -> line.contains("in use"))) {
                throw new AssertionError(
                        "Redis does not start: " + process.output().lines());
            }
        }
        throw new AssertionError("No ports stay free.");
    }

    /** The port for clients. */
    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Its name in the cluster. */
    public String id() {
        return id;
    }

    /** The reply to one command as text, a line for each element. An error fails the test. */
    @CanIgnoreReturnValue
    public String ask(String... command) {
        var reply = tell(command);
        if (reply.exitCode() != 0) {
            throw new AssertionError("%s: %s".formatted(String.join(" ", command), reply.text()));
        }
        return reply.text();
    }

    /** The error that answers one command, such as {@code MOVED 5 127.0.0.1:7000}; a reply that is none fails the test. */
    public String refusal(String... command) {
        var reply = tell(command);
        if (reply.exitCode() == 0) {
            throw new AssertionError("%s is not refused: %s".formatted(String.join(" ", command), reply.text()));
        }
        return reply.text();
    }

    /** Makes it a part of the cluster that {@code other} belongs to. */
    void meet(RedisNode other) {
        ask("CLUSTER", "MEET", "127.0.0.1", String.valueOf(other.port), String.valueOf(other.busPort));
    }

    /** Everything in it stands still. */
    public void pause() {
        process.signal("STOP");
    }

    public void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        process.close();
    }

    private record Reply(int exitCode, String text) {}

    private Reply tell(String... command) {
        var call = new ArrayList<>(List.of(
                ExternalProgram.find("redis-cli").toString(), "-e", "-h", "127.0.0.1", "-p", String.valueOf(port)));
        call.addAll(List.of(command));
        try (var client = ChildProcess.start(new ProcessBuilder(call))) {
            client.closeInput();
            var exitCode = client.awaitExit();
            var lines = Stream.concat(
                    client.output().awaitEnd(LONGEST_START).stream(), client.errors().awaitEnd(LONGEST_START).stream());
            return new Reply(exitCode, String.join("\n", lines.toList()).strip());
        }
    }

    private static ProcessBuilder command(Path folder, int port, int busPort) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        // Nothing is written but the map of the cluster; a node is missed after two seconds, not after fifteen.
        return new ProcessBuilder(
                        ExternalProgram.find("redis-server").toString(),
                        "--bind 127.0.0.1",
                        "--port " + port,
                        "--dir " + folder,
                        "--save ''",
                        "--appendonly no",
                        "--cluster-enabled yes",
                        "--cluster-port " + busPort,
                        "--cluster-node-timeout 2000")
                .redirectErrorStream(true);
    }
}
