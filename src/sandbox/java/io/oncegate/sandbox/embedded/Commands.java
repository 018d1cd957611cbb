package io.oncegate.sandbox.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs that end by themselves. */
final class Commands {
    private Commands() {}

    /** Whether {@code command} is there and ends well; what it prints is nobody's concern. */
    static boolean succeeds(String... command) throws IOException {
        try {
            var process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return exitCode(process) == 0;
        } catch (InterruptedIOException interrupted) {
            throw interrupted;
        } catch (IOException notThere) {
            return false;
        }
    }

    /** Runs {@code command} to its end; a failure carries all that it printed. */
    static void run(List<String> command) throws IOException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitCode(process) != 0) {
            throw new IOException("%s failed: %s".formatted(command, printed.strip()));
        }
    }

    private static int exitCode(Process process) throws InterruptedIOException {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a program ran.");
        }
    }
}
