package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ChildProcess;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts {@code oncegate-sandbox.jar}.
 *
 * @param jar where it is
 * @param temporary where it may lay its folders
 * @param asWhom what stands before the command, to run it as another user
 */
record SandboxProgram(Path jar, Path temporary, List<String> asWhom) {
    static final Path BUILT = Path.of("target", "oncegate-sandbox.jar").toAbsolutePath();

    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    SandboxProgram(Path temporary) {
        this(BUILT, temporary, List.of());
    }

    ChildProcess start(String... arguments) {
        var command = new ArrayList<>(asWhom);
        command.addAll(List.of(
                ChildProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments));
        return ChildProcess.start(new ProcessBuilder(command));
    }

    /** What a sandbox says once it is up. */
    static JsonObject settings(ChildProcess sandbox) {
        var line = sandbox.output().awaitLine(text -> true, LONGEST_START);
        assertThat(line).as("%s", sandbox.errors().lines()).isPresent();
        return new JsonObject(line.get());
    }

    static URI url(JsonObject settings) {
        return URI.create(settings.getString("oncegate.sandbox.url"));
    }

    /** The folders of runs, living or left. */
    List<Path> runFolders() throws IOException {
        try (var below = Files.walk(temporary, 2)) {
            return below.filter(path -> path.getFileName().toString().startsWith("run-"))
                    .toList();
        }
    }
}
