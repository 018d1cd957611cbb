package io.oncegate.perimeter;

import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real nginx with the shipped configuration, on a port of loopback. One process without workers: when it is killed
 * nothing of it stays.
 */
final class Nginx implements AutoCloseable {
    private static final int MOST_STARTS = 5;
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final URI url;

    private Nginx(ChildProcess process, int port) {
        this.process = process;
        this.url = URI.create("http://127.0.0.1:" + port);
    }

    /** Returns when it listens; {@code folder} becomes its own. */
    static Nginx before(URI service, Path folder) {
        return before(List.of(service), folder);
    }

    /** The same before several instances. */
    static Nginx before(List<URI> instances, Path folder) {
        for (var start = 1; start <= MOST_STARTS; start++) {
            var port = FreePort.next();
            var process = ChildProcess.start(command(install(folder, port, instances)));
            await().atMost(LONGEST_START).until(() -> FreePort.isTaken(port) || !process.isAlive());
            if (process.isAlive()) {
                return new Nginx(process, port);
            }
            if (!isPortTaken(process)) {
                throw new AssertionError("nginx does not start: " + errors(process));
            }
        }
        throw new AssertionError("No port stays free.");
    }

    /** What {@code nginx -t} says of the configuration. */
    static Verdict check(URI service, Path folder) {
        try (var process = ChildProcess.start(command(install(folder, FreePort.next(), List.of(service)), "-t"))) {
            return new Verdict(process.awaitExit(), errors(process));
        }
    }

    /** How a check ended, and what was said. */
    record Verdict(int exitCode, List<String> lines) {}

    URI url() {
        return url;
    }

    @CanIgnoreReturnValue
    RawResponse send(RawRequest request) {
        return RawHttp.exchange(url, request);
    }

    @CanIgnoreReturnValue
    RawResponse sendFrom(String address, RawRequest request) {
        try (var connection = RawHttp.connectFrom(address, url)) {
            return connection.send(request).receive();
        }
    }

    /** Ends it in order: its log is complete then. */
    void stop() {
        process.stop();
    }

    @Override
    public void close() {
        process.stop();
    }

    private static Path install(Path folder, int port, List<URI> instances) {
        ShippedConfiguration.install(folder, port, instances);
        return folder;
    }

    private static ProcessBuilder command(Path folder, String... options) {
        var command = new ArrayList<>(List.of(
                ExternalProgram.find("nginx").toString(),
                "-e",
                "stderr",
                "-p",
                folder + "/",
                "-c",
                folder.resolve("nginx.conf").toString(),
                "-g",
                "daemon off; master_process off; pid %s;".formatted(folder.resolve("nginx.pid"))));
        command.addAll(List.of(options));
        return new ProcessBuilder(command);
    }

    private static boolean isPortTaken(ChildProcess process) {
        return errors(process).stream().anyMatch(line -> line.contains("Address already in use"));
    }

    private static List<String> errors(ChildProcess process) {
        return process.errors().awaitEnd(LONGEST_START);
    }
}
