package io.oncegate.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each operation is on the first page, with the scope that opens it. */
class ApiTableTest {

    @Test
    void theTableHoldsEachOperationAndNothingElse() throws IOException {
        assertThat(Readme.table("## API").stream().map(row -> row.subList(0, 2)))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(operations().toList());
    }

    private static Stream<List<String>> operations() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.oncegate").stream()
                        .filter(type -> type.isAnnotatedWith(Path.class))
                        .flatMap(type -> Arrays.stream(type.reflect().getDeclaredMethods()))
                        .flatMap(method -> httpMethod(method).map(name -> row(name, method)).stream());
    }

    private static Optional<String> httpMethod(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .filter(type -> type.isAnnotationPresent(HttpMethod.class))
                .map(type -> type.getAnnotation(HttpMethod.class).value())
                .findFirst();
    }

    private static List<String> row(String httpMethod, Method method) {
        var below = Optional.ofNullable(method.getAnnotation(Path.class))
                .map(Path::value)
                .orElse("");
        var path = method.getDeclaringClass().getAnnotation(Path.class).value() + below;
        var scope = Optional.ofNullable(method.getAnnotation(RequiresScope.class))
                .map(required -> scopes(required.value()))
                .orElse("-");
        return List.of("`" + httpMethod + " " + path + "`", scope);
    }

    private static String scopes(Scope... anyOf) {
        return anyOf.length == Scope.values().length
                ? "any"
                : Stream.of(anyOf).map(scope -> "`" + scope.wire() + "`").collect(Collectors.joining(" or "));
    }
}
