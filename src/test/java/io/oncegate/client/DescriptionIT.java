package io.oncegate.client;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.client.Description.Example;
import io.oncegate.client.Description.Operation;
import io.oncegate.testsupport.RawResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The description as an instance tells it, held against what the instance does. */
class DescriptionIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Description TOLD = Description.toldBy(Instance.shared().newMerchant());

    private final Merchant merchant = Instance.shared().newMerchant();

    static Stream<Example> orders() {
        return TOLD.requestExamples(TOLD.operation("placeOrder")).stream();
    }

    static Stream<Example> messages() {
        return TOLD.requestExamples(TOLD.operation("sendMessage")).stream();
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

    /** That an answer has this status, and is described: type, schema and headers. */
    private static void assertDescribed(String operation, RawResponse answer, int status) {
        assertThat(answer.status())
                .as(() -> operation + " answers " + answer.text())
                .isEqualTo(status);
        JsonNode described =
                TOLD.resolve(TOLD.operation(operation).node().path("responses").path(Integer.toString(status)));
        JsonNode content =
                described.path("content").path(answer.header("Content-Type").orElseThrow());
        assertThat(violations(content.path("schema"), answer)).isEmpty();
        assertThat(List.of("Location", "Retry-After", "Idempotent-Replayed"))
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
