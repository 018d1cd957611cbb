package io.oncegate.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the code does for a native executable of it. That it builds and works is known only where it is built. */
class NativeReadinessTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ArchitectureTest.ROOT);

    private static final Path RESOURCES = Path.of("src", "main", "resources");

    /** What is read while the service is built, or named by an extension of the framework. */
    private static final List<String> NAMED_BY_OTHERS = List.of("application.properties", "META-INF", "db/migration");

    static Stream<ArchRule> rules() {
        return NativeRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void asksForNothingThatTheExecutableLacks(ArchRule rule) {
        rule.check(MAIN);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void whoeverDoesIsFound(ArchRule rule) {
        var offender = new ClassFileImporter().importClasses(Offender.class);

        assertThat(rule.evaluate(offender).hasViolation()).isTrue();
    }

    /** What goes through the signature of a resource is registered by the framework; this is what does not. */
    @Test
    void registersWhatItWritesAsJsonByHand() {
        var writers = MAIN.stream().filter(NativeReadinessTest::mapsByHand).toList();
        var views = writers.stream()
                .flatMap(writer -> writer.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(type -> type.getSimpleName().endsWith("View"))
                .collect(Collectors.toSet());

        assertThat(writers)
                .as("who else maps by hand: is it a view, and registered?")
                .extracting(JavaClass::getSimpleName)
                .containsExactlyInAnyOrder("OrderAnswers", "MessageDrafts", "JsonBody", "DevelopmentServers");
        assertThat(views).extracting(JavaClass::getSimpleName).containsExactlyInAnyOrder("OrderView", "AcceptedView");
        assertThat(views).allMatch(view -> view.isAnnotatedWith(RegisterForReflection.class));
    }

    @Test
    void includesEveryResourceThatItReads() throws IOException {
        var included = included();
        try (var files = Files.walk(RESOURCES)) {
            var read = files.filter(Files::isRegularFile)
                    .map(RESOURCES::relativize)
                    .filter(file -> NAMED_BY_OTHERS.stream().noneMatch(file::startsWith))
                    .toList();

            assertThat(read).isNotEmpty().allMatch(file -> isIncluded(included, file.toString()));
        }
    }

    /** The library looks a country up by the name of a file. */
    @Test
    void includesTheCountriesOfTelephoneNumbers() throws IOException {
        var germany = "com/google/i18n/phonenumbers/data/PhoneNumberMetadataProto_DE";

        assertThat(getClass().getClassLoader().getResource(germany)).isNotNull();
        assertThat(isIncluded(included(), germany)).isTrue();
    }

    /** What it brings for tests is not in the executable. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider",
                "io.opentelemetry.exporter.internal.http.HttpSenderProvider",
                "io.opentelemetry.sdk.autoconfigure.spi.ResourceProvider"
            })
    void includesWhatTracesLookUp(String service) throws IOException {
        var file = "META-INF/services/" + service;
        try (var names = getClass().getClassLoader().getResourceAsStream(file)) {
            assertThat(new String(names.readAllBytes(), UTF_8).lines())
                    .isNotEmpty()
                    .allMatch(NativeReadinessTest::isRegistered);
        }
        assertThat(isIncluded(included(), file)).isTrue();
    }

    private static boolean isRegistered(String name) {
        return MAIN.stream()
                .filter(type -> type.isAnnotatedWith(RegisterForReflection.class))
                .flatMap(type -> Stream.of(
                        type.getAnnotationOfType(RegisterForReflection.class).classNames()))
                .anyMatch(name::equals);
    }

    private static boolean mapsByHand(JavaClass type) {
        return type.getMethodCallsFromSelf().stream()
                .filter(call -> call.getTargetOwner().isAssignableTo(ObjectMapper.class))
                .map(call -> call.getTarget().getName())
                .anyMatch(name -> name.matches("(writeValue|readValue|convertValue|valueToTree|treeToValue).*"));
    }

    private static List<String> included() throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(RESOURCES.resolve("application.properties"))) {
            properties.load(reader);
        }
        return List.of(
                properties.getProperty("quarkus.native.resources.includes").split(","));
    }

    private static boolean isIncluded(List<String> globs, String file) {
        return globs.stream()
                .map(glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob))
                .anyMatch(glob -> glob.matches(Path.of(file)));
    }

    /** Does all of it. */
    private static final class Offender {
        private static final SecureRandom RANDOM = new SecureRandom();
        private static final long SINCE = System.nanoTime();

        static Object find(String name) throws ClassNotFoundException {
            return Class.forName(name + RANDOM.nextLong() + SINCE);
        }
    }
}
