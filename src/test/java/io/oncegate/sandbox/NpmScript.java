package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.ExternalProgram;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A script of {@code src/test/node}, which puts a client that others wrote to the sandbox and prints what came of it.
 * Scripts run in a folder below {@code target}, where npm installs what the lock file names.
 */
final class NpmScript {
    private static final Path SOURCES = Path.of("src", "test", "node").toAbsolutePath();
    private static final Path FOLDER = Path.of("target", "node").toAbsolutePath();
    private static final String LOCK = "package-lock.json";

    /** npm writes it when all packages are there. */
    private static final Path INSTALLED = FOLDER.resolve("node_modules").resolve("." + LOCK);

    private static final Duration LONGEST_INSTALLATION = Duration.ofMinutes(10);
    private static final Duration LONGEST_RUN = Duration.ofMinutes(3);

    private NpmScript() {}

    /** Runs {@code name} against {@code sandbox}. */
    static NpmReport run(String name, LiveSandbox sandbox) {
        return run(name, List.of(sandbox.url().toString()));
    }

    /** Runs {@code name} with these arguments. */
    static NpmReport run(String name, List<String> arguments) {
        try {
            install();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var command = new ArrayList<>(List.of(name));
        command.addAll(arguments);
        var lines = run(LONGEST_RUN, "node", command.toArray(String[]::new));
        assertThat(lines).as("output of %s", name).hasSize(1);
        return new NpmReport(new JsonObject(lines.get(0)));
    }

    private static void install() throws IOException {
        Files.createDirectories(FOLDER);
        try (var sources = Files.list(SOURCES)) {
            for (var source : sources.filter(Files::isRegularFile).toList()) {
                Files.copy(source, FOLDER.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!isInstalled()) {
            var unused = run(LONGEST_INSTALLATION, "npm", "ci");
        }
    }

    private static boolean isInstalled() throws IOException {
        return Files.exists(INSTALLED)
                && Files.getLastModifiedTime(INSTALLED).compareTo(Files.getLastModifiedTime(SOURCES.resolve(LOCK)))
                        >= 0;
    }

    private static List<String> run(Duration longest, String program, String... arguments) {
        var command = new ArrayList<>(List.of(ExternalProgram.find(program).toString()));
        command.addAll(List.of(arguments));
        try (var process = ChildProcess.start(new ProcessBuilder(command).directory(FOLDER.toFile()))) {
            var output = process.output().awaitEnd(longest);
            var errors = process.errors().awaitEnd(longest);
            assertThat(process.awaitExit()).as("%s: %s", command, errors).isZero();
            return output;
        }
    }
}
