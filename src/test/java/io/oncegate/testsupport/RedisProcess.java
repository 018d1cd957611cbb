package io.oncegate.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** A Redis of one test's own, which may be killed, filled and told whose replica it is. It keeps nothing on disk. */
public final class RedisProcess implements AutoCloseable {
    private static final int ATTEMPTS = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final int port;
    private final List<String> options;
    private ChildProcess process;

    private RedisProcess(int port, List<String> options, ChildProcess process) {
        this.port = port;
        this.options = options;
        this.process = process;
    }

    /** On a free port; {@code options} as on the command line: {@code --maxmemory 3mb}. */
    public static RedisProcess start(String... options) {
        return IntStream.range(0, ATTEMPTS)
                .mapToObj(attempt -> freePort())
                .flatMap(port -> attempt(port, List.of(options)).stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("No Redis starts."));
    }

    private static List<RedisProcess> attempt(int port, List<String> options) {
        var process = launch(port, options);
        Awaitility.await().atMost(LONGEST_START).until(() -> !process.isAlive() || answers(port));
        return process.isAlive() ? List.of(new RedisProcess(port, options, process)) : List.of();
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    public RawRedis connect() {
        return RawRedis.connect(url());
    }

    public void kill9() {
        process.kill9();
    }

    /** On the same port, with nothing in it. */
    public void startAgain() {
        process = launch(port, options);
        Awaitility.await().atMost(LONGEST_START).until(() -> answers(port));
    }

    @Override
    public void close() {
        process.close();
    }

    private static ChildProcess launch(int port, List<String> options) {
        var command = new ArrayList<>(List.of(
                Program.PATH.toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no"));
        command.addAll(options);
        return ChildProcess.start(new ProcessBuilder(command)
                .directory(Program.PATH.getParent().toFile())
                .redirectErrorStream(true));
    }

    private static boolean answers(int port) {
        try (var redis = RawRedis.connect("redis://127.0.0.1:" + port)) {
            return "PONG".equals(redis.call("PING"));
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    /** The program, copied out of its library once. */
    private static final class Program {
        static final Path PATH = copy();

        private static Path copy() {
            var mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
            var arm = System.getProperty("os.arch").equals("aarch64");
            var name = "/redis-server-7.0.15-%s-%s".formatted(mac ? "darwin" : "linux", arm ? "arm64" : "amd64");
            try (var resource = RedisProcess.class.getResourceAsStream(name)) {
                var folder = Files.createTempDirectory(Path.of("target"), "redis");
                var program = folder.resolve("redis-server").toAbsolutePath();
                Files.copy(resource, program, StandardCopyOption.REPLACE_EXISTING);
                if (!program.toFile().setExecutable(true)) {
                    throw new IOException(program + " cannot be made executable");
                }
                return program;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
