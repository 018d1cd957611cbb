package io.oncegate.client;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.client.Description.Example;
import io.oncegate.client.Description.Operation;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The description as an instance tells it, held against what the instance does. */
class DescriptionIT {

    /** Those that an answer has only if it is described with them. */
    private static final List<String> HEADERS = List.of(
            "Location",
            "Retry-After",
            "Idempotent-Replayed",
            "RateLimit",
            "RateLimit-Policy",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Description TOLD = Description.toldBy(Instance.shared().newMerchant());

    private final Merchant merchant = Instance.shared().newMerchant();

    static Stream<Example> orders() {
        return TOLD.requestExamples(TOLD.operation("placeOrder")).stream();
    }

    static Stream<Example> messages() {
        return TOLD.requestExamples(TOLD.operation("sendMessage")).stream();
    }

    static Stream<Operation> operations() {
        return TOLD.operations().stream();
    }

    /** Those that callers with a credential have, and not providers, who sign. */
    static Stream<Operation> operationsOfCallers() {
        return operations().filter(operation -> !operation.path().startsWith("/v1/webhooks/"));
    }

    /** Those whose path names a thing, which may not be there. */
    static Stream<Operation> operationsOnOne() {
        return operations().filter(operation -> operation.path().contains("{"));
    }

    @Test
    void tellsAllThatIsWritten() {
        assertThat(TOLD.operations())
                .extracting(Operation::toString)
                .containsAll(Description.written().operations().stream()
                        .map(Operation::toString)
                        .toList());
        assertThat(TOLD.references())
                .allSatisfy(reference -> assertThat(
                                TOLD.root().at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    @ParameterizedTest
    @MethodSource("orders")
    void placesTheOrdersThatItGivesAsExamples(Example example) {
        String body = example.value().toString();

        RawResponse placed = merchant.post("/v1/orders", body);
        RawResponse read = merchant.get(placed.header("Location").orElseThrow());

        assertDescribed("placeOrder", placed, 201);
        assertDescribed("readOrder", read, 200);
        assertDescribed("listOrders", merchant.get("/v1/orders?limit=1"), 200);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void acceptsTheMessagesThatItGivesAsExamples(Example example) {
        RawResponse accepted = merchant.post("/v1/messages", example.value().toString());
        RawResponse read = merchant.get(accepted.header("Location").orElseThrow());

        assertDescribed("sendMessage", accepted, 202);
        assertDescribed("readMessage", read, 200);
    }

    @Test
    void describesTheAnswersToAReferenceThatIsThereAlready() {
        String order =
                orders().reduce((first, last) -> last).orElseThrow().value().toString();
        assertThatAnswer(merchant.post("/v1/orders", order)).isJson(201);

        assertDescribed("placeOrder", merchant.post("/v1/orders", order), 200);
        assertDescribed("placeOrder", merchant.post("/v1/orders", order.replace("1999", "2000")), 409);
    }

    @Test
    void describesWhatBecameOfAKey() {
        String key = Merchant.newKey();
        String order = orders().findFirst().orElseThrow().value().toString();
        assertThatAnswer(merchant.post("/v1/orders", key, order)).isJson(201);

        assertDescribed("readOrderKey", merchant.key("orders", key), 200);
        assertDescribed("readMessageKey", merchant.key("messages", key), 404);
        assertDescribed("readOrderKey", merchant.get("/v1/idempotency-keys/orders"), 400);
        assertDescribed("placeOrder", merchant.post("/v1/orders", key, order.replace("1999", "2000")), 409);
    }

    @Test
    void describesWhatMayStillBeSent() {
        assertDescribed("readLimits", merchant.get("/v1/limits"), 200);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void describesTheAnswerToWhoeverSendsTooMuch(Operation operation) {
        JsonNode described = TOLD.resolve(operation.node().path("responses").path("429"));
        JsonNode content = described.path("content").path("application/problem+json");
        JsonNode problem = content.path("examples").path("rate-limited").path("value");

        assertThat(TOLD.violations(content.path("schema"), problem)).isEmpty();
        assertThat(problem.path("status").asInt()).isEqualTo(429);
        assertThat(problem.path("retry_after_ms").asInt()).isPositive();
        assertThat(problem.path("violated-policies")).isNotEmpty();
        assertThat(described.path("headers").properties())
                .extracting(Map.Entry::getKey)
                .contains("Retry-After")
                .containsAll(HEADERS.subList(3, HEADERS.size()));
    }

    @Test
    void describesItsRefusals() {
        assertDescribed("placeOrder", merchant.post("/v1/orders", "\"\"", "{}"), 400);
        assertDescribed("placeOrder", merchant.post("/v1/orders", "{}"), 422);
        assertDescribed("placeOrder", merchant.post("/v1/orders", " ".repeat(65_537)), 413);
        assertDescribed("sendMessage", merchant.post("/v1/messages", "{"), 400);
        assertDescribed("sendMessage", merchant.post("/v1/messages", "{}"), 422);
        assertDescribed(
                "sendMessage",
                merchant.send(merchant.request("POST", "/v1/messages")
                        .header("Idempotency-Key", Merchant.newKey())
                        .header("Content-Type", "text/plain")
                        .body("{}")),
                415);
        assertDescribed("listOrders", merchant.get("/v1/orders?limit=0"), 422);
        assertDescribed("exportOrders", merchant.get("/v1/orders/export?after=x"), 422);
        assertDescribed("readOrder", merchant.get("/v1/orders/x"), 404);
        assertDescribed("readMessage", merchant.get("/v1/messages/x"), 404);
    }

    @ParameterizedTest
    @MethodSource("operationsOfCallers")
    void describesTheAnswerToNoCredential(Operation operation) {
        assertDescribedProblem(operation, merchant.send(RawRequest.of(operation.method(), target(operation))), 401);
    }

    @ParameterizedTest
    @MethodSource("operationsOfCallers")
    void describesTheAnswerToTwoCredentials(Operation operation) {
        RawRequest request = request(operation).header("Authorization", "Bearer og_another");

        assertDescribedProblem(operation, merchant.send(request), 400);
    }

    @ParameterizedTest
    @MethodSource("operationsOfCallers")
    void describesTheAnswerToWhoeverWantsAnotherMediaType(Operation operation) {
        assertDescribedProblem(operation, merchant.send(request(operation).header("Accept", "image/png")), 406);
    }

    @ParameterizedTest
    @MethodSource("operationsOnOne")
    void describesTheAnswerToWhatIsNotThere(Operation operation) {
        RawRequest request =
                request(operation).header("Content-Type", "application/json").body("{\"name\":\"n\"}");

        assertDescribedProblem(operation, merchant.send(request), 404);
    }

    /** Of a method that a path does not take nothing is described but what an error looks like. */
    @ParameterizedTest
    @MethodSource("operations")
    void answersAMethodThatItDoesNotDescribeWithItsProblem(Operation operation) {
        List<String> taken = operations()
                .filter(other -> other.path().equals(operation.path()))
                .map(Operation::method)
                .toList();
        String another = Stream.of("PUT", "DELETE", "PATCH", "POST", "GET")
                .filter(method -> !taken.contains(method))
                .findFirst()
                .orElseThrow();

        RawResponse answer =
                merchant.send(RawRequest.of(another, target(operation)).header("X-Api-Key", credential(operation)));

        assertThatAnswer(answer).isProblem(405, "method-not-allowed");
        assertThat(violations(TOLD.root().at("/components/schemas/Problem"), answer))
                .isEmpty();
        assertThat(answer.header("Allow").orElseThrow().split(", ")).containsAll(taken);
    }

    /** With a credential that opens it, and nothing else. */
    private RawRequest request(Operation operation) {
        return RawRequest.of(operation.method(), target(operation)).header("X-Api-Key", credential(operation));
    }

    private String credential(Operation operation) {
        return operation.path().startsWith("/admin/") ? ServiceLaunch.OPERATOR_KEY : merchant.apiKey();
    }

    /** The path of a thing that nobody has, with the parameters that must be there. */
    private static String target(Operation operation) {
        String query = TOLD.parameters(operation).stream()
                .filter(parameter -> parameter.path("in").asText().equals("query"))
                .filter(parameter -> parameter.path("required").asBoolean())
                .map(parameter -> parameter.path("name").asText() + "="
                        + parameter.path("example").asText())
                .collect(Collectors.joining("&"));
        return operation.path().replaceAll("\\{[^}]*}", "nobody") + (query.isEmpty() ? "" : "?" + query);
    }

    private static void assertDescribedProblem(Operation operation, RawResponse answer, int status) {
        assertDescribed(operation, answer, status);
        assertThat(answer.header("Content-Type")).contains("application/problem+json");
    }

    private static void assertDescribed(String operation, RawResponse answer, int status) {
        assertDescribed(TOLD.operation(operation), answer, status);
    }

    /** That an answer has this status, and is described: type, schema and headers. */
    private static void assertDescribed(Operation operation, RawResponse answer, int status) {
        assertThat(answer.status())
                .as(() -> operation + " answers " + answer.text())
                .isEqualTo(status);
        JsonNode described = TOLD.resolve(operation.node().path("responses").path(Integer.toString(status)));
        JsonNode content =
                described.path("content").path(answer.header("Content-Type").orElseThrow());
        assertThat(violations(content.path("schema"), answer)).isEmpty();
        assertThat(HEADERS)
                .filteredOn(header -> answer.header(header).isPresent())
                .allSatisfy(header -> assertThat(described.path("headers").has(header))
                        .as(header)
                        .isTrue());
        assertThat(described.path("headers").has("Location"))
                .isEqualTo(answer.header("Location").isPresent());
    }

    private static List<String> violations(JsonNode schema, RawResponse answer) {
        assertThat(schema.isMissingNode()).isFalse();
        try {
            return TOLD.violations(schema, JSON.readTree(answer.text()));
        } catch (JsonProcessingException unreadable) {
            throw new AssertionError(answer.text(), unreadable);
        }
    }
}
