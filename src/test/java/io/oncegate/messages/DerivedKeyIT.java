package io.oncegate.messages;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Messages whose key is made by the server: what is equal is one message, whatever the client calls it. */
class DerivedKeyIT {

    private static final String MESSAGES = "/v1/messages";
    private static final String MESSAGE = """
            {"to": "+4915123456789", "text": "Hello", "timestamp": 1}""";

    private static Instance instance;

    private final Merchant merchant = instance.newMerchant();

    @BeforeAll
    static void start() {
        instance = Instance.with("ONCEGATE_OPERATIONS_MESSAGES_KEY_SOURCE", "derived");
    }

    @AfterAll
    static void stop() {
        instance.service().close();
    }

    @Test
    void acceptsEqualMessagesUnderDifferentKeysOnce() {
        RawResponse first = merchant.post(MESSAGES, "one", MESSAGE);
        RawResponse second = merchant.post(MESSAGES, "two", """
                {"timestamp": 2, "text": "\\u0048ello", "to": "+4915123456789"}""");

        assertThatAnswer(first).isJson(202);
        assertThatAnswer(second).isJson(202).hasBody(first.text());
        assertThat(first.headers("Idempotent-Replayed")).isEmpty();
        assertThat(second.headers("Idempotent-Replayed")).containsExactly("true");
        assertThat(second.headers("Location")).isEqualTo(first.headers("Location"));
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void acceptsAMessageWithoutAKeyOrWithOneThatIsNone() {
        RawResponse first = merchant.send(merchant.request("POST", MESSAGES)
                .header("Content-Type", "application/json")
                .body(MESSAGE));
        RawResponse second = merchant.post(MESSAGES, "no, key; at all", MESSAGE);

        assertThatAnswer(first).isJson(202);
        assertThatAnswer(second).isJson(202).hasBody(first.text());
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void acceptsOtherMessagesUnderOneKey() {
        assertThatAnswer(merchant.post(MESSAGES, "one", MESSAGE)).isJson(202);
        assertThatAnswer(merchant.post(MESSAGES, "one", MESSAGE.replace("Hello", "Hello!")))
                .isJson(202);

        assertThat(messages()).isEqualTo(2);
    }

    @Test
    void acceptsTheSameMessageOfAnotherPrincipalAndOfAnotherTenant() {
        assertThatAnswer(merchant.post(MESSAGES, "one", MESSAGE)).isJson(202);
        assertThatAnswer(merchant.other("backoffice").post(MESSAGES, "one", MESSAGE))
                .isJson(202);
        Merchant stranger = instance.newMerchant();
        assertThat(stranger.post(MESSAGES, "one", MESSAGE).headers("Idempotent-Replayed"))
                .isEmpty();

        assertThat(messages()).isEqualTo(2);
    }

    @Test
    void leavesOrdersTheKeysOfTheirClients() {
        RawResponse answer = merchant.send(merchant.request("POST", "/v1/orders")
                .header("Content-Type", "application/json")
                .body("{\"user_id\": \"user-17\", \"amount\": 1, \"currency\": \"EUR\"}"));

        assertThatAnswer(answer).isProblem(400, "idempotency-key-missing");
    }

    private long messages() {
        return instance.database().count("SELECT count(*) FROM messages WHERE tenant_id = ?", merchant.tenant());
    }
}
