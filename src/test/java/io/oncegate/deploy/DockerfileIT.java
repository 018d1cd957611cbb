package io.oncegate.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the images of a JVM copy is there after {@code ./mvnw package}. The native executable is built by nobody here. */
class DockerfileIT {

    @ParameterizedTest
    @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.sandbox"})
    void whatIsCopiedIsThere(String name) {
        var copied = Dockerfile.of(name, Dockerfile.text(name)).copied();

        assertThat(copied).isNotEmpty().allMatch(path -> Files.exists(Path.of(path)));
    }
}
