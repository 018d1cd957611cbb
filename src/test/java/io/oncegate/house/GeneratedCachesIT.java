package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.TestServers;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of caches that a running service looks up are those that a native executable is told to hold. */
class GeneratedCachesIT {
    private static final Pattern LOADED =
            Pattern.compile(".*\\] (com\\.github\\.benmanes\\.caffeine\\.cache\\.[PSFW][A-Z]{2,}) source:.*");

    @Test
    void areRegistered(@TempDir Path folder) throws IOException {
        var log = folder.resolve("classes.log");
        var launch = ServiceLaunch.on(TestServers.shared().freshDatabase())
                .with("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=%s:uptime,tags".formatted(log));
        try (var service = launch.start()) {
            // A wrong key, which is remembered, from an address, which is counted.
            var answer = RawHttp.exchange(
                    service.url(), RawRequest.of("GET", "/v1/orders").header("X-Api-Key", "og_of_nobody_at_all_here"));
            assertThat(answer.status()).isEqualTo(401);
        }

        assertThat(leaves(loaded(log))).isNotEmpty().isSubsetOf(registered());
    }

    private static Set<String> loaded(Path log) throws IOException {
        try (var lines = Files.lines(log)) {
            return lines.map(LOADED::matcher)
                    .filter(line -> line.matches())
                    .map(line -> line.group(1))
                    .collect(Collectors.toSet());
        }
    }

    /** Without those that were loaded only because another one extends them. */
    private static Set<String> leaves(Set<String> loaded) {
        return loaded.stream()
                .filter(each -> loaded.stream()
                        .noneMatch(other ->
                                !other.equals(each) && superclasses(other).contains(each)))
                .collect(Collectors.toSet());
    }

    private static List<String> superclasses(String name) {
        try {
            return new ClassFileImporter()
                            .importClass(Class.forName(name, false, GeneratedCachesIT.class.getClassLoader()))
                            .getAllRawSuperclasses()
                            .stream()
                            .map(each -> each.getName())
                            .toList();
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private static List<String> registered() {
        return new ClassFileImporter()
                .importPackages("io.oncegate.runtime").stream()
                        .filter(type -> type.isAnnotatedWith(RegisterForReflection.class))
                        .flatMap(type ->
                                List.of(type.getAnnotationOfType(RegisterForReflection.class)
                                                .classNames())
                                        .stream())
                        .toList();
    }
}
