package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepositoryTest {
    private static final Repository REPOSITORY = new Repository(Path.of("").toAbsolutePath());

    /** Put together here, so that this file does not hold what it looks for. */
    static Stream<String> registryHosts() {
        return Stream.of(
                host("registry", "npmjs", "org"),
                host("registry", "yarnpkg", "com"),
                host("repo1", "maven", "org"),
                host("repo", "maven", "apache", "org"),
                host("central", "sonatype", "com"),
                host("deb", "debian", "org"),
                host("files", "pythonhosted", "org"));
    }

    @Test
    void hasNothingAtTheTopButWhatAStrangerExpects() throws IOException {
        assertThat(REPOSITORY.top()).isSubsetOf("LICENSE", "README.md", "deploy", "mvnw", "mvnw.cmd", "pom.xml", "src");
    }

    /** Which registry a machine uses is that machine's affair. */
    @ParameterizedTest
    @MethodSource("registryHosts")
    void namesNoRegistryHost(String host) throws IOException {
        assertThat(REPOSITORY.containing(host)).isEmpty();
    }

    @Test
    void lockFilesNameNoAddresses() throws IOException {
        assertThat(REPOSITORY.containing("\"resolved" + "\":"))
                .noneMatch(file -> file.endsWith("package-lock.json") || file.endsWith("npm-shrinkwrap.json"));
    }

    @Test
    void looksIntoHiddenFoldersAndPastWhatWasBuilt(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve(".ci"));
        Files.writeString(folder.resolve(".ci/run"), "curl https://Registry.Example/x");
        Files.createDirectories(folder.resolve("target"));
        Files.writeString(folder.resolve("target/log"), "registry.example");
        Files.writeString(folder.resolve("notes.txt"), "none");

        var repository = new Repository(folder);

        assertThat(repository.containing("registry.example")).containsExactly(Path.of(".ci/run"));
        assertThat(repository.top()).containsExactly("notes.txt");
    }

    private static String host(String... labels) {
        return String.join(".", labels);
    }
}
