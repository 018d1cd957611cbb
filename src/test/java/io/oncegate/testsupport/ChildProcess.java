package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A process that a test has started. None outlives the tests: what was not closed is killed when they end. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALIVE.forEach(Process::destroyForcibly)));
    }

    private final Process process;
    private final LineLog output;
    private final LineLog errors;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = new LineLog(process.getInputStream(), "output of " + process.pid());
        this.errors = new LineLog(process.getErrorStream(), "errors of " + process.pid());
    }

    public static ChildProcess start(ProcessBuilder command) {
        try {
            var process = command.start();
            ALIVE.add(process);
            var unused = process.onExit().thenAccept(ALIVE::remove);
            return new ChildProcess(process);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The {@code java} that runs the tests. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public LineLog output() {
        return output;
    }

    public LineLog errors() {
        return errors;
    }

    public void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }

    /** Sends a signal by its name, such as {@code STOP}. */
    public void signal(String name) {
        signal(name, String.valueOf(process.pid()));
    }

    /** Sends a signal to every process of the group that this one leads. */
    public void signalGroup(String name) {
        signal(name, "-" + process.pid());
    }

    /** Ends it as a crash would, and returns when it is gone. */
    public void kill9() {
        process.destroyForcibly();
        var unused = awaitExit();
    }

    /** Asks it to end (SIGTERM) and waits; returns its exit code. */
    @CanIgnoreReturnValue
    public int stop() {
        process.destroy();
        return awaitExit();
    }

    /** Waits for its end, and returns its exit code. */
    @CanIgnoreReturnValue
    public int awaitExit() {
        try {
            if (!process.waitFor(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("Process %d does not end.".formatted(process.pid()));
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static void signal(String name, String target) {
        try {
            var exitCode = new ProcessBuilder("sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", name, target)
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exitCode != 0) {
                throw new AssertionError("Signal %s did not reach %s.".formatted(name, target));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
