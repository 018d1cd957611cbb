package io.oncegate.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An image's recipe.
 *
 * @param name of its file
 * @param instructions one a line, in order, continued lines put together and comments left out
 */
record Dockerfile(String name, List<String> instructions) {
    static final Path FOLDER = Path.of("deploy", "docker");

    static Dockerfile of(String name, String text) {
        var lines = text.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
        return new Dockerfile(
                name,
                lines.replaceAll("\\\\\n\\s*", "")
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList());
    }

    static List<String> shipped() {
        try (var files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.startsWith("Dockerfile."))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String text(String name) {
        try {
            return Files.readString(FOLDER.resolve(name));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What follows each instruction of a kind. */
    Stream<String> all(String kind) {
        return instructions.stream()
                .filter(line -> line.toUpperCase(Locale.ROOT).startsWith(kind + " "))
                .map(line -> line.substring(kind.length() + 1).strip());
    }

    /** What counts of a kind that may be said more than once; empty where it is not said. */
    String last(String kind) {
        return all(kind).reduce("", (earlier, later) -> later);
    }

    /** The paths of the project that it copies into any of its stages. */
    List<String> copied() {
        return all("COPY")
                .filter(copy -> !copy.contains("--from="))
                .map(copy -> copy.replaceAll("--\\S+\\s+", ""))
                .flatMap(copy -> {
                    var words = copy.split("\\s+");
                    return Arrays.stream(words, 0, words.length - 1);
                })
                .toList();
    }
}
