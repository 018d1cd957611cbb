package io.oncegate.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder of scripts below {@code src/test/node} with a lock file of its own. They run in a copy below {@code target},
 * where npm installs what the lock file names.
 */
public final class NpmFolder {
    private static final String LOCK = "package-lock.json";
    private static final Duration LONGEST_INSTALLATION = Duration.ofMinutes(10);
    private static final Duration LONGEST_RUN = Duration.ofMinutes(3);

    private final Path sources;
    private final Path folder;

    /** {@code name} is relative to {@code src/test/node}; the empty one is that folder itself, without those in it. */
    public NpmFolder(String name) {
        this.sources = Path.of("src", "test", "node", name).toAbsolutePath();
        this.folder = Path.of("target", "node", name).toAbsolutePath();
    }

    /** Runs {@code script} with these arguments; returns the one line that it prints. */
    public String run(String script, List<String> arguments) {
        try {
            install();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var command = new ArrayList<>(List.of(script));
        command.addAll(arguments);
        var lines = run(LONGEST_RUN, "node", command.toArray(String[]::new));
        assertThat(lines).as("output of %s", script).hasSize(1);
        return lines.get(0);
    }

    private void install() throws IOException {
        Files.createDirectories(folder);
        try (var files = Files.list(sources)) {
            for (var source : files.filter(Files::isRegularFile).toList()) {
                Files.copy(source, folder.resolve(source.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (!isInstalled()) {
            var unused = run(LONGEST_INSTALLATION, "npm", "ci");
        }
    }

    private boolean isInstalled() throws IOException {
        // npm writes it when all packages are there.
        var installed = folder.resolve("node_modules").resolve("." + LOCK);
        return Files.exists(installed)
                && Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(sources.resolve(LOCK)))
                        >= 0;
    }

    private List<String> run(Duration longest, String program, String... arguments) {
        var command = new ArrayList<>(List.of(ExternalProgram.find(program).toString()));
        command.addAll(List.of(arguments));
        try (var process = ChildProcess.start(new ProcessBuilder(command).directory(folder.toFile()))) {
            var output = process.output().awaitEnd(longest);
            var errors = process.errors().awaitEnd(longest);
            assertThat(process.awaitExit()).as("%s: %s", command, errors).isZero();
            return output;
        }
    }
}
