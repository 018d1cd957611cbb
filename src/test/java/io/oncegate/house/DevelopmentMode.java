package io.oncegate.house;

import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.LineLog;
import io.oncegate.testsupport.ProcessTree;
import io.oncegate.testsupport.ServiceAddresses;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * {@code ./mvnw quarkus:dev} as a newcomer runs it, but for a terminal: in a process group of its own, with nothing on
 * standard input, and with temporary files where the test can see them.
 */
final class DevelopmentMode implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final Duration LONGEST_END = Duration.ofSeconds(60);

    /** Of the Maven that runs the tests; they would lead the newcomer's astray. */
    private static final List<String> OUTER_MAVEN =
            List.of("MAVEN_HOME", "MAVEN_PROJECTBASEDIR", "MAVEN_CMD_LINE_ARGS", "MAVEN_BASEDIR");

    private final ChildProcess maven;
    private final ServiceAddresses addresses;

    private DevelopmentMode(ChildProcess maven) {
        this.maven = maven;
        this.addresses = maven.output()
                .awaitLine(line -> ServiceAddresses.in(line).isPresent(), LONGEST_START)
                .flatMap(ServiceAddresses::in)
                .orElseThrow(() -> new AssertionError(
                        String.join(System.lineSeparator(), maven.output().lines())));
    }

    /** Returns when the service says that it listens. */
    static DevelopmentMode start(Path project, Path temporary) {
        var command = new ProcessBuilder("setsid", "./mvnw", "--batch-mode", "--no-transfer-progress", "quarkus:dev")
                .directory(project.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true);
        command.environment().keySet().removeAll(OUTER_MAVEN);
        command.environment().keySet().removeIf(name -> name.startsWith("ONCEGATE_") || name.startsWith("QUARKUS_"));
        command.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        var maven = ChildProcess.start(command);
        try {
            return new DevelopmentMode(maven);
        } catch (RuntimeException | Error failed) {
            maven.signalGroup("KILL");
            throw failed;
        }
    }

    ServiceAddresses addresses() {
        return addresses;
    }

    LineLog log() {
        return maven.output();
    }

    /** Maven, the service and every server that was started for it. */
    ProcessTree processes() {
        return ProcessTree.of(maven.pid());
    }

    /** What a closed terminal or a build machine out of patience does. */
    void killGroup() {
        maven.signalGroup("KILL");
    }

    /** Ends it as Ctrl-C would, and waits for the end of everything. */
    @Override
    public void close() {
        var processes = processes();
        if (maven.isAlive()) {
            maven.signalGroup("TERM");
        }
        await().atMost(LONGEST_END).until(() -> processes.running().isEmpty());
    }
}
