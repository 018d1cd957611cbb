package io.oncegate.runtime;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The process beside a development mode in which PostgreSQL, Redis, providers and gateways live. It is a process of its
 * own so that nothing of it is on the service's class path, and it ends when its standard input closes: when this
 * process dies, however it dies.
 */
final class SandboxProcess {
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private SandboxProcess() {}

    /** Starts it from the classes the build has laid beside those of the service; returns the settings it prints. */
    static String start() {
        try {
            var process = new ProcessBuilder(command(buildFolder()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            keep(process);
            return firstLine(process);
        } catch (IOException failed) {
            throw new UncheckedIOException("The development servers do not start", failed);
        }
    }

    private static List<String> command(Path build) throws IOException {
        var command = new ArrayList<String>();
        if (Files.isExecutable(SETSID)) {
            // In the session of the terminal a kill of the whole process group would take it before it can stop
            // PostgreSQL.
            command.add(SETSID.toString());
        }
        var libraries = Files.readString(build.resolve("sandbox.classpath")).strip();
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                build.resolve("sandbox-classes") + File.pathSeparator + libraries,
                "io.oncegate.sandbox.Sandbox",
                "--embedded",
                "--child",
                "--port",
                "0"));
        return command;
    }

    private static Path buildFolder() {
        var classes = SandboxProcess.class.getProtectionDomain().getCodeSource().getLocation();
        return Path.of(URI.create(classes.toString())).resolveSibling("");
    }

    private static String firstLine(Process process) throws IOException {
        // Not closed: that would close the pipe of a process that lives on.
        var line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (line == null) {
            throw new IOException("they ended; the reason stands above");
        }
        return line;
    }

    /** A collected pipe would be a closed one, and end the process with it. */
    private static void keep(Process process) {
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "development-servers"));
    }
}
