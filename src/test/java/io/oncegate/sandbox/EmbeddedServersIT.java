package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ProcessTree;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a sandbox ends, the servers it started end too, and their folder goes. */
class EmbeddedServersIT {
    private static final String[] WITH_SERVERS = {"--embedded", "--child", "--port", "0"};
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    @TempDir
    private Path temporary;

    private SandboxProgram program;

    @BeforeEach
    void useAFolderOfThisTest() {
        program = new SandboxProgram(temporary);
    }

    @Test
    void endWhenStandardInputCloses() throws IOException {
        try (var sandbox = program.start(WITH_SERVERS)) {
            assertServersAnswer(SandboxProgram.settings(sandbox));
            var tree = ProcessTree.of(sandbox.pid());

            sandbox.closeInput();

            assertThat(sandbox.awaitExit()).isZero();
            assertThat(tree.running()).isEmpty();
            assertThat(program.runFolders()).isEmpty();
        }
    }

    @Test
    void endAfterAKillOfTheSandbox() {
        try (var sandbox = program.start(WITH_SERVERS)) {
            assertServersAnswer(SandboxProgram.settings(sandbox));
            var tree = ProcessTree.of(sandbox.pid());
            assertThat(tree.find("/postgres -D ")).isPresent();
            assertThat(tree.find("/redis-server --port ")).isPresent();

            sandbox.kill9();

            awaitNothingLeft(tree);
        }
    }

    @Test
    void endAfterAKillOfTheWholeProcessGroup() {
        var inItsOwnGroup = new SandboxProgram(SandboxProgram.BUILT, temporary, List.of("setsid"));
        try (var sandbox = inItsOwnGroup.start(WITH_SERVERS)) {
            assertServersAnswer(SandboxProgram.settings(sandbox));
            var tree = ProcessTree.of(sandbox.pid());

            sandbox.signalGroup("KILL");

            awaitNothingLeft(tree);
        }
    }

    @Test
    void areSweptByTheNextStartWhenTheirWatcherWasKilledToo() throws IOException {
        try (var killed = program.start(WITH_SERVERS)) {
            assertServersAnswer(SandboxProgram.settings(killed));
            var tree = ProcessTree.of(killed.pid());
            tree.find("cat >/dev/null").orElseThrow().kill9();
            killed.kill9();
            var left = program.runFolders();
            assertThat(left).hasSize(1);

            try (var next = program.start(WITH_SERVERS)) {
                assertServersAnswer(SandboxProgram.settings(next));

                assertThat(program.runFolders()).hasSize(1).doesNotContainAnyElementsOf(left);
                await().atMost(LONGEST_END).until(() -> tree.running().isEmpty());
                next.closeInput();
                next.awaitExit();
            }
        }
    }

    @Test
    void leaveARunThatStillLivesAlone() throws IOException {
        try (var first = program.start(WITH_SERVERS)) {
            var settings = SandboxProgram.settings(first);
            try (var second = program.start(WITH_SERVERS)) {
                assertServersAnswer(SandboxProgram.settings(second));
                assertServersAnswer(settings);
                second.closeInput();
                second.awaitExit();
            }
            assertServersAnswer(settings);
            assertThat(program.runFolders()).hasSize(1);
            first.closeInput();
            first.awaitExit();
        }
    }

    /** PostgreSQL refuses root, so a test as root says nothing about anybody else. */
    @Test
    void workForAUserWithoutPrivileges() throws IOException {
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        var asNobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        var readable = Files.createDirectory(
                temporary.resolve("readable"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        var writable = Files.createDirectory(temporary.resolve("writable"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxrwxrwx"));
        copyProgram(readable);

        var unprivileged = new SandboxProgram(readable.resolve("oncegate-sandbox.jar"), writable, asNobody);
        try (var sandbox = unprivileged.start(WITH_SERVERS)) {
            assertServersAnswer(SandboxProgram.settings(sandbox));
            assertThat(unprivileged.runFolders())
                    .singleElement()
                    .satisfies(folder ->
                            assertThat(Files.getOwner(folder).getName()).isNotEqualTo("root"));
            sandbox.closeInput();
            assertThat(sandbox.awaitExit()).isZero();
        }
    }

    private void awaitNothingLeft(ProcessTree tree) {
        await().atMost(LONGEST_END).until(() -> tree.running().isEmpty());
        await().atMost(LONGEST_END).until(() -> program.runFolders().isEmpty());
    }

    private static void assertServersAnswer(JsonObject settings) {
        var database = new Database(
                settings.getString("oncegate.db.host"),
                settings.getInteger("oncegate.db.port"),
                settings.getString("oncegate.db.name"),
                settings.getString("oncegate.db.user"),
                settings.getString("oncegate.db.password"));
        assertThat(database.count("SELECT current_setting('server_version_num')::int"))
                .isGreaterThan(170_000);
        var redis = URI.create(settings.getString("oncegate.redis.url"));
        try (var socket = new Socket(redis.getHost(), redis.getPort())) {
            assertThat(socket.isConnected()).isTrue();
        } catch (IOException refused) {
            throw new AssertionError(refused);
        }
    }

    /** The project may lie where nobody else can read. */
    private static void copyProgram(Path target) throws IOException {
        Files.copy(SandboxProgram.BUILT, target.resolve("oncegate-sandbox.jar"));
        var libraries = Files.createDirectory(target.resolve("sandbox-lib"));
        try (var jars = Files.list(SandboxProgram.BUILT.resolveSibling("sandbox-lib"))) {
            for (var jar : jars.toList()) {
                Files.copy(jar, libraries.resolve(jar.getFileName()));
            }
        }
    }
}
