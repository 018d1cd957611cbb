package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.caller.Plan;
import io.oncegate.client.Description;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the description of the API says of a message's body is what the service asks of it. */
class MessageRequestSchemaTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Description DESCRIPTION = Description.written();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    to         | "+12015550123"  | true
                    to         | ""              | false
                    to         | 12015550123     | false
                    to         | null            | false
                    text       | "x"             | true
                    text       | ""              | false
                    text       | 7               | false
                    text       | null            | false
                    priority   | "high"          | true
                    priority   | "normal"        | true
                    priority   | "low"           | true
                    priority   | null            | true
                    priority   | "HIGH"          | false
                    priority   | 1               | false
                    expires_in | 1               | true
                    expires_in | 86100           | true
                    expires_in | null            | true
                    expires_in | 0               | false
                    expires_in | 86101           | false
                    expires_in | 1.5             | false
                    expires_in | "60"            | false
                    anything   | [1]             | true
                    """)
    void agreesWithTheService(String member, String value, boolean valid) throws JsonProcessingException {
        JsonNode body = ((ObjectNode) JSON.readTree("""
                        {"to": "+4915123456789", "text": "Hello"}""")).set(member, JSON.readTree(value));

        assertThat(NewMessage.from(body, Plan.VIP, Duration.ofHours(24))
                        .refusal()
                        .isEmpty())
                .isEqualTo(valid);
        assertThat(DESCRIPTION.violations("MessageRequest", body).isEmpty()).isEqualTo(valid);
    }
}
