package io.oncegate.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A child process that runs until it is closed. Its output is read for as long, so that it never waits for a reader. */
final class Program implements AutoCloseable {

    private static final int LINES_KEPT = 20;
    private static final long SECONDS_TO_END = 40;

    /** Ended with the benchmark, however that ends. */
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroy)));
    }

    private final Process process;
    private final BufferedReader output;
    private final Deque<String> last = new ArrayDeque<>();

    private Program(Process process) {
        this.process = process;
        RUNNING.add(process);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static Program start(Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("ONCEGATE_") || name.startsWith("QUARKUS_") || name.startsWith("PG"));
        builder.environment().putAll(environment);
        try {
            return new Program(builder.start());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Runs a program to its end, and returns what it printed. */
    static String run(Map<String, String> environment, List<String> command) {
        try (Program program = start(environment, command)) {
            String printed = String.join("\n", program.output.lines().toList());
            if (program.process.waitFor() != 0) {
                throw new IllegalStateException(
                        "%s ended with %d:%n%s".formatted(command, program.process.exitValue(), tail(printed)));
            }
            return printed;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static String tail(String printed) {
        return printed.length() < 2000 ? printed : printed.substring(printed.length() - 2000);
    }

    /** The pattern's first group, from the first line that has it. */
    String await(Pattern pattern) {
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                keep(line);
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    Thread reader = new Thread(this::drain);
                    reader.setDaemon(true);
                    reader.start();
                    return matcher.group(1);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        throw new IllegalStateException("a program ended before it was ready:\n" + String.join("\n", last));
    }

    private void keep(String line) {
        last.add(line);
        if (last.size() > LINES_KEPT) {
            last.remove();
        }
    }

    private void drain() {
        try {
            output.lines().forEach(line -> {});
        } catch (UncheckedIOException closed) {
            // It has ended.
        }
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end, by the end of its input and by a signal, and ends it if it does not. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.destroy();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException gone) {
            process.destroyForcibly();
        } finally {
            RUNNING.remove(process);
        }
    }
}
