package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ProcessTree;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first of a newcomer's two commands, on a fresh copy and on a busy machine. */
class DevelopmentModeIT {
    private static final List<Integer> USUAL_PORTS = List.of(8080, 9000, 5432, 6379, 9099, 5005);
    private static final Duration LONGEST_END = Duration.ofSeconds(60);
    private static final String GUIDE = "Oncegate runs in development mode.";

    @TempDir
    private Path project;

    @TempDir
    private Path temporary;

    private final List<ServerSocket> busy = new ArrayList<>();

    @BeforeEach
    void copyTheProject() throws IOException {
        var repository = new Repository(Path.of("").toAbsolutePath());
        for (var file : repository.files()) {
            var copy = project.resolve(repository.root().relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @BeforeEach
    void takeTheUsualPorts() {
        for (var port : USUAL_PORTS) {
            try {
                busy.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
            } catch (IOException taken) {
                // By somebody else, which is as good.
            }
        }
    }

    @AfterEach
    void freeThePorts() throws IOException {
        for (var socket : busy) {
            socket.close();
        }
    }

    @Test
    void comesUpReloadsLeavesNothingWhenKilledAndComesUpAgain() throws IOException {
        try (var first = DevelopmentMode.start(project, temporary)) {
            assertIsReady(first);
            var processes = first.processes();
            assertServersRun(processes);
            assertTheGuidesOrderIsPlacedOnce(first);

            changeASource();

            await().atMost(LONGEST_END).until(() -> hasReloaded(first));
            assertIsReady(first);
            assertServersRun(processes);
            assertThat(first.log().lines()).containsOnlyOnce(GUIDE);

            first.killGroup();

            await().atMost(LONGEST_END).until(() -> processes.running().isEmpty());
            await().atMost(LONGEST_END).until(() -> runFolders().isEmpty());
        }

        var left = leaveAStaleDataFolder();
        try (var second = DevelopmentMode.start(project, temporary)) {
            assertIsReady(second);
            assertThat(left).doesNotExist();
        }
        assertThat(runFolders()).isEmpty();
    }

    private static void assertIsReady(DevelopmentMode mode) {
        await().atMost(LONGEST_END)
                .untilAsserted(() -> assertThat(
                                RawHttp.exchange(mode.addresses().management(), RawRequest.of("GET", "/q/health/ready"))
                                        .status())
                        .isEqualTo(200));
    }

    /** What a newcomer pastes into a shell, twice, sent without one. */
    private static void assertTheGuidesOrderIsPlacedOnce(DevelopmentMode mode) {
        assertThat(mode.log().awaitLine(line -> line.startsWith("  -d '"), LONGEST_END))
                .isPresent();
        var printed = mode.log().lines().stream()
                .dropWhile(line -> !line.equals(GUIDE))
                .collect(Collectors.joining("\n"));
        var order = RawRequest.of("POST", "/v1/orders");
        for (var header : found("-H '([^:]+): ([^']+)'", printed)) {
            order = order.header(header.group(1), header.group(2));
        }
        for (var body : found("-d '([^']+)'", printed)) {
            order = order.body(body.group(1));
        }

        var first = RawHttp.exchange(mode.addresses().api(), order);
        var second = RawHttp.exchange(mode.addresses().api(), order);

        assertThat(printed).contains("curl -i " + mode.addresses().api() + "/v1/orders \\");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        assertThat(second.text()).isEqualTo(first.text());
    }

    private static List<MatchResult> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }

    private static void assertServersRun(ProcessTree processes) {
        for (var server : List.of("io.oncegate.sandbox.Sandbox", "/postgres -D ", "/redis-server --port ")) {
            assertThat(processes.find(server))
                    .hasValueSatisfying(
                            process -> assertThat(process.isRunning()).isTrue());
        }
    }

    private void changeASource() throws IOException {
        var source = project.resolve("src/main/java/io/oncegate/runtime/DevelopmentPorts.java");
        Files.writeString(source, "// changed\n", StandardOpenOption.APPEND);
    }

    /** A request is what makes it look for changes. */
    private static boolean hasReloaded(DevelopmentMode mode) {
        var unused = RawHttp.exchange(mode.addresses().api(), RawRequest.of("GET", "/"));
        return mode.log().lines().stream().anyMatch(line -> line.contains("Live reload total time"));
    }

    private Path leaveAStaleDataFolder() throws IOException {
        var base = temporary.resolve("oncegate-sandbox-" + System.getProperty("user.name"));
        var data = Files.createDirectories(base.resolve("run-left/data"));
        // Its number is somebody else's by now: that of this very process.
        Files.writeString(
                base.resolve("run-left/postgres-server.pid"),
                String.valueOf(ProcessHandle.current().pid()));
        Files.writeString(data.resolve("PG_VERSION"), "17");
        return data.getParent();
    }

    private List<Path> runFolders() throws IOException {
        try (var below = Files.walk(temporary, 2)) {
            return below.filter(path -> path.getFileName().toString().startsWith("run-"))
                    .toList();
        }
    }
}
