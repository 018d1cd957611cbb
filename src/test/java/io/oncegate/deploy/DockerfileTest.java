package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the recipes of images may say, and that each rule notices when it is broken. */
class DockerfileTest {
    private static final List<Rule<Dockerfile>> RULES = List.of(
            new Rule<>("runs as root", file -> file.last("USER").matches("[1-9]\\d*:[1-9]\\d*")),
            new Rule<>(
                    "is built on what changes under its name",
                    file -> file.all("FROM")
                            .map(from -> from.split("\\s+")[0])
                            .allMatch(base -> base.startsWith("${") || isAStage(file, base))),
            new Rule<>(
                    "has a base without a version",
                    file -> file.all("ARG").allMatch(base -> base.matches("\\w+=[\\w/-]+:\\d+\\.\\d+[\\w.-]*"))),
            new Rule<>(
                    "has a shell between it and a signal",
                    file -> file.last("ENTRYPOINT").matches("\\[\"(java|\\./oncegate)\", .*]")
                            && !file.last("CMD").matches("[^\\[].*")),
            new Rule<>(
                    "is told to end in another way",
                    file -> file.last("STOPSIGNAL").equals("SIGTERM")),
            new Rule<>("hides its ports", file -> file.last("EXPOSE").matches("8080 9000|9099")),
            new Rule<>("says not what it is", file -> file.last("LABEL").contains("org.opencontainers.image.title=")),
            new Rule<>(
                    "fetches what nobody has seen",
                    file -> file.all("ADD").findAny().isEmpty()
                            && file.all("RUN").noneMatch(run -> run.matches(".*(apt|curl |wget|http).*"))),
            new Rule<>(
                    "copies what is kept from it",
                    file -> file.copied().stream().allMatch(DockerfileTest::isLetThrough)));

    static List<String> files() {
        return Dockerfile.shipped();
    }

    @ParameterizedTest
    @MethodSource("files")
    void keepsToTheRules(String name) {
        assertThat(complaints(name, Dockerfile.text(name))).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1} -> {2}: {3}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Dockerfile.jvm     | USER 10001:10001      | USER oncegate               | runs as root
            Dockerfile.native  | USER 10001:10001      | ~~                          | runs as root
            Dockerfile.sandbox | FROM ${RUNTIME}       | FROM eclipse-temurin:latest | is built on what changes under its name
            Dockerfile.native  | =debian:13.2-slim     | =debian                     | has a base without a version
            Dockerfile.jvm     | ENTRYPOINT ["java",   | ENTRYPOINT ["sh", "java",   | has a shell between it and a signal
            Dockerfile.jvm     | ENTRYPOINT ["java",   | ENTRYPOINT java             | has a shell between it and a signal
            Dockerfile.jvm     | STOPSIGNAL SIGTERM    | STOPSIGNAL SIGINT           | is told to end in another way
            Dockerfile.jvm     | EXPOSE 8080 9000      | EXPOSE 8080                 | hides its ports
            Dockerfile.jvm     | COPY target/quarkus-app/app/ | COPY target/classes/ | copies what is kept from it
            Dockerfile.jvm     | RUN useradd           | RUN apt-get update; useradd | fetches what nobody has seen
            """)
    void aSlipIsNoticed(String name, String text, String slip, String complaint) {
        var shipped = Dockerfile.text(name);
        assertThat(shipped).contains(text);

        assertThat(complaints(name, shipped.replace(text, slip))).contains(name + " " + complaint);
    }

    /** What a stranger may read there stays out of the image, and of what is sent to make it. */
    @Test
    void nothingButWhatIsCopiedIsSentToTheEngine() throws IOException {
        var ignored = Files.readAllLines(Path.of(".dockerignore"));

        assertThat(ignored).contains("*");
        assertThat(Stream.of("README.md", ".git/config", "deploy/.env", "src/main/java", "target/classes"))
                .noneMatch(DockerfileTest::isLetThrough);
    }

    private static List<String> complaints(String name, String text) {
        return Rule.complaints(name, Dockerfile.of(name, text), RULES).toList();
    }

    private static boolean isAStage(Dockerfile file, String name) {
        return file.all("FROM").anyMatch(from -> from.matches("\\S+ AS " + name));
    }

    /** By the lines of {@code .dockerignore} that take something out of what the first of them ignores. */
    private static boolean isLetThrough(String path) {
        try (var lines = Files.lines(Path.of(".dockerignore"))) {
            return lines.filter(line -> line.startsWith("!"))
                    .map(line -> line.substring(1))
                    .anyMatch(kept -> path.equals(kept)
                            || path.startsWith(kept + "/")
                            || FileSystems.getDefault()
                                    .getPathMatcher("glob:" + kept)
                                    .matches(Path.of(path)));
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
