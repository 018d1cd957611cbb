package io.oncegate.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.client.Description;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the description of the API says of an order's body is what the service asks of it. */
class OrderRequestSchemaTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Description DESCRIPTION = Description.written();

    /** A letter and a number stand for a string of that many letters. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    user_id     | x1             | true
                    user_id     | x64            | true
                    user_id     | x65            | false
                    user_id     | ""             | false
                    user_id     | 7              | false
                    user_id     | null           | false
                    amount      | 1              | true
                    amount      | 999999999999   | true
                    amount      | 0              | false
                    amount      | -1             | false
                    amount      | 1000000000000  | false
                    amount      | 1.5            | false
                    amount      | 10.0           | false
                    amount      | "1"            | false
                    currency    | "JPY"          | true
                    currency    | "eur"          | false
                    currency    | "EU"           | false
                    currency    | "EURO"         | false
                    external_id | x1             | true
                    external_id | x64            | true
                    external_id | x65            | false
                    external_id | ""             | false
                    external_id | null           | true
                    external_id | 7              | false
                    description | ""             | true
                    description | x500           | true
                    description | x501           | false
                    description | null           | true
                    metadata    | {}             | true
                    metadata    | null           | true
                    metadata    | {"a":"","":"b"} | true
                    metadata    | {"a":1}        | false
                    metadata    | {"a":null}     | false
                    metadata    | ["a"]          | false
                    payment     | null           | true
                    payment     | {"method":"x"} | true
                    payment     | {"method":"x","return_url":"https://shop.example/"} | true
                    payment     | {"method":"x","return_url":null} | true
                    payment     | {"method":"x","return_url":"/back"} | false
                    payment     | {"method":"x","return_url":""} | false
                    payment     | {"method":" "} | false
                    payment     | {"method":""}  | false
                    payment     | {}             | false
                    payment     | "card"         | false
                    anything    | [1]            | true
                    """)
    void agreesWithTheService(String member, String value, boolean valid) throws JsonProcessingException {
        JsonNode body = ((ObjectNode) JSON.readTree("""
                        {"user_id": "user-17", "amount": 1999, "currency": "EUR"}""")).set(member, value(value));

        assertThat(isTaken(body)).isEqualTo(valid);
        assertThat(DESCRIPTION.violations("OrderRequest", body).isEmpty()).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({"20, true", "21, false"})
    void agreesAboutHowManyNotesThereMayBe(int pairs, boolean valid) throws JsonProcessingException {
        ObjectNode body = (ObjectNode) JSON.readTree("""
                {"user_id": "user-17", "amount": 1999, "currency": "EUR"}""");
        ObjectNode metadata = body.putObject("metadata");
        for (int i = 0; i < pairs; i++) {
            metadata.put("k" + i, "v");
        }

        assertThat(isTaken(body)).isEqualTo(valid);
        assertThat(DESCRIPTION.violations("OrderRequest", body).isEmpty()).isEqualTo(valid);
    }

    private static boolean isTaken(JsonNode body) {
        return NewOrder.from(body).refusal().isEmpty();
    }

    private static JsonNode value(String value) throws JsonProcessingException {
        return value.startsWith("x")
                ? JSON.getNodeFactory().textNode("x".repeat(Integer.parseInt(value.substring(1))))
                : JSON.readTree(value);
    }
}
