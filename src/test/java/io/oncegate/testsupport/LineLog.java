package io.oncegate.testsupport;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The lines that a process has printed so far; reading never makes the process wait. */
public final class LineLog {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    LineLog(InputStream stream, String name) {
        reader = new Thread(() -> read(stream), name);
        reader.setDaemon(true);
        reader.start();
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The first line for which {@code wanted} holds, as soon as there is one; none when the stream ends before. */
    public Optional<String> awaitLine(Predicate<String> wanted, Duration atMost) {
        await().atMost(atMost).until(() -> first(wanted).isPresent() || !reader.isAlive());
        return first(wanted);
    }

    /** Every line up to the end of the stream. */
    public List<String> awaitEnd(Duration atMost) {
        await().atMost(atMost).until(() -> !reader.isAlive());
        return lines();
    }

    private Optional<String> first(Predicate<String> wanted) {
        return lines.stream().filter(wanted).findFirst();
    }

    private void read(InputStream stream) {
        try (var text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            text.lines().forEach(lines::add);
        } catch (IOException | java.io.UncheckedIOException closed) {
            // The process was killed; what it printed until then counts.
        }
    }
}
