package io.oncegate.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.oncegate.caller.WithoutCredential;
import io.oncegate.client.Description.Example;
import io.oncegate.client.Description.Operation;
import io.oncegate.problem.ProblemType;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The description that is written for clients, held against the code. */
class DescriptionTest {

    private static final Description WRITTEN = Description.written();

    static Stream<Operation> operations() {
        return WRITTEN.operations().stream();
    }

    static Stream<Example> examples() {
        return operations()
                .flatMap(operation ->
                        Stream.concat(WRITTEN.requestExamples(operation).stream(), answers(operation).stream()));
    }

    static Stream<Example> problems() {
        return examples().filter(example -> example.value().has("next_key"));
    }

    @Test
    void describesEveryOperationForClientsAndNoOther() {
        List<String> routes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.oncegate").stream()
                        .flatMap(type -> type.getMethods().stream())
                        .flatMap(method -> route(method).stream())
                        .filter(route -> route.contains(" /v1/"))
                        .toList();

        assertThat(WRITTEN.operations())
                .extracting(Operation::toString)
                .hasSizeGreaterThan(6)
                .containsExactlyInAnyOrderElementsOf(routes);
    }

    @Test
    void leadsNowhereElse() {
        assertThat(WRITTEN.references())
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                WRITTEN.root().at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void saysOfEachOperationWhatItIsFor(Operation operation) {
        assertThat(operation.node().path("summary").asText()).isNotBlank().doesNotEndWith(".");
        assertThat(operation.node().path("description").asText()).isNotBlank();
        assertThat(operation.node().path("operationId").asText()).isNotBlank();
        assertThat(WRITTEN.root().path("tags").findValuesAsText("name"))
                .contains(operation.node().path("tags").path(0).asText());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void saysOfEachOperationWhatItTakesAndAnswers(Operation operation) {
        assertThat(operation.method().equals("POST"))
                .isEqualTo(!WRITTEN.requestExamples(operation).isEmpty());
        assertThat(operation.node().path("responses").properties())
                .extracting(Entry::getKey)
                .anyMatch(status -> status.startsWith("2"))
                .allSatisfy(status ->
                        assertThat(WRITTEN.answerExamples(operation, status)).isNotEmpty());
        assertThat(headers(operation)).contains("X-Request-Timeout-Ms");
        assertThat(headers(operation).contains("Idempotency-Key"))
                .isEqualTo(operation.method().equals("POST") || operation.path().contains("idempotency-keys"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void givesExamplesThatKeepToTheirSchema(Example example) {
        assertThat(WRITTEN.violations(example.schema(), example.value())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("problems")
    void givesProblemsAsTheServiceDoes(Example example) {
        JsonNode problem = example.value();
        ProblemType type = Arrays.stream(ProblemType.values())
                .filter(one -> problem.path("type").asText().equals("/problems/" + one.slug()))
                .findFirst()
                .orElseThrow();

        assertThat(example.name()).endsWith(" " + type.status() + " " + type.slug());
        assertThat(problem.path("status").asInt()).isEqualTo(type.status());
        assertThat(problem.path("title").asText()).isEqualTo(type.title());
        assertThat(problem.path("retryable").asBoolean()).isEqualTo(type.retryable());
        assertThat(problem.get("next_key")).isEqualTo(nextKey(type));
        assertThat(problem.has("retry_after_ms")).isEqualTo(type.retryable());
    }

    @Test
    void refusesWhatBreaksASchema() {
        JsonNode order = WRITTEN.answerExamples(WRITTEN.operation("readOrder"), "200")
                .get(0)
                .value();

        assertThat(WRITTEN.violations("Order", order)).isEmpty();
        assertThat(WRITTEN.violations("Message", order)).isNotEmpty();
        assertThat(WRITTEN.violations("Order", order.path("status"))).isNotEmpty();
        assertThat(WRITTEN.violations("Order", ((ObjectNode) order.deepCopy()).put("amount", "1")))
                .containsExactly("/amount breaks type \"integer\"");
    }

    private static List<Example> answers(Operation operation) {
        return operation.node().path("responses").properties().stream()
                .flatMap(answer -> WRITTEN.answerExamples(operation, answer.getKey()).stream())
                .toList();
    }

    private static List<String> headers(Operation operation) {
        return WRITTEN.parameters(operation).stream()
                .filter(parameter -> parameter.path("in").asText().equals("header"))
                .map(parameter -> parameter.path("name").asText())
                .toList();
    }

    private static JsonNode nextKey(ProblemType type) {
        return switch (type.nextKey()) {
            case SAME -> TextNode.valueOf("same");
            case NEW -> TextNode.valueOf("new");
            case UNSAID -> NullNode.getInstance();
        };
    }

    /** Method and path of a resource method; none for any other, and for what gateways and providers call. */
    private static Optional<String> route(JavaMethod method) {
        if (method.isAnnotatedWith(WithoutCredential.class)) {
            return Optional.empty();
        }
        return method.getAnnotations().stream()
                .filter(annotation -> annotation.getRawType().isAnnotatedWith(HttpMethod.class))
                .findFirst()
                .map(annotation ->
                        annotation.getRawType().getSimpleName() + " " + path(method.getOwner()) + path(method));
    }

    private static String path(JavaClass type) {
        return type.tryGetAnnotationOfType(Path.class).map(Path::value).orElse("");
    }

    private static String path(JavaMethod method) {
        return method.tryGetAnnotationOfType(Path.class).map(Path::value).orElse("");
    }
}
