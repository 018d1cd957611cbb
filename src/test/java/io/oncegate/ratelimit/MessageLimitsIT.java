package io.oncegate.ratelimit;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message costs shows in its body: whom it is for, and how many segments it has. */
class MessageLimitsIT {

    private static final String MESSAGES = "/v1/messages";
    private static final int SEGMENT = 153;
    private static final Duration SOON = Duration.ofSeconds(20);

    private static Instance instance;
    private static Instance narrow;

    @BeforeAll
    static void start() {
        var database = TestServers.shared().freshDatabase();
        // Nothing comes back while a test lasts.
        instance = new Instance(
                database,
                LimitedLaunch.on(database)
                        .limit("client", 20, "1/d")
                        .limit("tenant", 100, "1/d")
                        .launch()
                        .start());
        narrow = new Instance(
                database,
                LimitedLaunch.on(database)
                        .limit("client", 5, "1/d")
                        .limit("tenant", 100, "1/d")
                        .launch()
                        .start());
    }

    @AfterAll
    static void end() {
        instance.service().close();
        narrow.service().close();
    }

    @Test
    void theSixthMessageToOneNumberIsDeniedAndCostsNothing() {
        // Given
        var merchant = instance.newMerchant();
        var number = number();
        for (var i = 0; i < 5; i++) {
            assertThat(send(merchant, number, "Your code is " + i).status()).isEqualTo(202);
        }

        // When
        var key = Merchant.newKey();
        var denied = merchant.post(MESSAGES, key, body(number, "Your code is 6"));

        // Then
        assertThatAnswer(denied).isProblem(429, "rate-limited");
        assertThat(Merchant.json(denied).getJsonArray("violated-policies")).containsExactly("recipient");
        assertThat(Merchant.json(denied).getLong("retry_after_ms")).isBetween(1L, 120_000L);
        assertThat(ToldLimits.inDraft07(denied).limit()).isEqualTo(5);
        await().atMost(SOON).until(() -> LookedAt.remaining(merchant, "client") == 15);
        assertThat(LookedAt.remaining(merchant, "tenant")).isEqualTo(95);
        assertThatAnswer(merchant.key("messages", key)).isProblem(404, "not-found");
        assertThat(send(merchant, number(), "Another number").status()).isEqualTo(202);
        assertThat(send(instance.newMerchant(), number, "Another tenant").status())
                .isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "400, 3", "1530, 10"})
    void aMessageCostsItsSegments(int length, int segments) {
        var merchant = instance.newMerchant();

        var answer = send(merchant, number(), "a".repeat(length));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(LookedAt.remaining(merchant, "client")).isEqualTo(20 - segments);
        assertThat(LookedAt.remaining(merchant, "tenant")).isEqualTo(100 - segments);
    }

    /** All of the message counts, what was paid at the door included: six segments never fit into five. */
    @ParameterizedTest
    @CsvSource({"6", "10"})
    void aMessageThatNeverFitsIsRefusedForGoodAndCostsNothing(int segments) {
        // Given
        var merchant = narrow.newMerchant();
        var number = number();

        // When
        var refused = send(merchant, number, "a".repeat(segments * SEGMENT));

        // Then
        assertThatAnswer(refused).isProblem(422, "cost-exceeds-capacity");
        var problem = Merchant.json(refused);
        assertThat(problem.getBoolean("retryable")).isFalse();
        assertThat(problem.containsKey("retry_after_ms")).isFalse();
        assertThat(problem.getJsonArray("violated-policies")).containsExactly("client");
        assertThat(problem.getString("detail"))
                .isEqualTo("This request costs %d of policy client, which never holds more than 5; split it."
                        .formatted(segments));
        await().atMost(SOON).until(() -> LookedAt.remaining(merchant, "client") == 5);
        assertThat(LookedAt.remaining(merchant, "tenant")).isEqualTo(100);
        assertThat(send(merchant, number, "a".repeat(5 * SEGMENT)).status()).isEqualTo(202);
    }

    private static RawResponse send(Merchant merchant, String number, String text) {
        return merchant.post(MESSAGES, body(number, text));
    }

    private static String body(String number, String text) {
        return new JsonObject().put("to", number).put("text", text).encode();
    }

    /** One that no other test writes to. */
    private static String number() {
        return "+49151" + ThreadLocalRandom.current().nextLong(10_000_000, 100_000_000);
    }
}
