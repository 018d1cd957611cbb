package io.oncegate.messages;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.Plan;
import io.oncegate.client.Instance;
import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageResourceIT {

    private static final String MESSAGES = "/v1/messages";
    private static final String MESSAGE = """
            {"to": "+4915123456789", "text": "Hello"}""";

    private final Merchant merchant = Instance.shared().newMerchant();

    @Test
    void acceptsAMessageAndHasStoredItBeforeItSaysSo() {
        RawResponse answer = merchant.post(MESSAGES, """
                {"to": "+49 (151) 2345-6789", "text": "Hello, \uD83D\uDE00", "priority": "low", "expires_in": 60}""");

        assertThatAnswer(answer).isJson(202).hasBody("{\"id\":\"%s\",\"status\":\"queued\"}".formatted(id(answer)));
        assertThat(answer.headers("Location")).containsExactly("/v1/messages/" + id(answer));
        assertThat(answer.headers("Idempotent-Replayed")).isEmpty();
        assertThat(stored(answer))
                .containsEntry("recipient", "+4915123456789")
                .containsEntry("body", "Hello, \uD83D\uDE00")
                .containsEntry("segments", 1)
                .containsEntry("priority", "low")
                .containsEntry("status", "ready")
                .containsEntry("principal", "default")
                .containsEntry("life", 60L);
    }

    @Test
    void tellsWhatBecameOfAMessage() {
        RawResponse accepted = merchant.post(MESSAGES, MESSAGE);

        RawResponse read = merchant.get(accepted.header("Location").orElseThrow());

        String createdAt = Merchant.json(read).getString("created_at");
        assertThatAnswer(read).isJson(200).hasBody("""
                        {"id":"%s","status":"queued","attempts":0,"created_at":"%s","expires_at":"%s"}""".formatted(
                        id(accepted), createdAt, Instant.parse(createdAt).plusSeconds(86_100)));
        assertThat(Duration.between(Instant.parse(createdAt), Instant.now()).abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @EnumSource(MessageState.class)
    void tellsEachStateInTheWordsOfTheContract(MessageState state) {
        RawResponse accepted = merchant.post(MESSAGES, MESSAGE);
        boolean held = state == MessageState.CLAIMED || state == MessageState.SENDING;
        boolean ended = !held && state != MessageState.READY;
        set(
                accepted,
                "status = '%s', attempts = 2, worker_token = gen_random_uuid(), locked_until = %s, ended_at = %s"
                        .formatted(
                                state.stored(), held ? "now() + interval '1 hour'" : "NULL", ended ? "now()" : "NULL"));

        RawResponse read = merchant.get(MESSAGES + "/" + id(accepted));

        assertThat(Merchant.json(read).getString("status")).isEqualTo(state.told());
        assertThat(Merchant.json(read).getInteger("attempts")).isEqualTo(2);
    }

    @Test
    void tellsWhenAMessageWasSentAndDelivered() {
        RawResponse accepted = merchant.post(MESSAGES, MESSAGE);
        set(
                accepted,
                "status = 'delivered', sent_at = '2026-01-31 12:00Z', delivered_at = '2026-01-31 12:01Z', ended_at = now()");

        RawResponse read = merchant.get(MESSAGES + "/" + id(accepted));

        assertThat(Merchant.json(read).getString("sent_at")).isEqualTo("2026-01-31T12:00:00Z");
        assertThat(Merchant.json(read).getString("delivered_at")).isEqualTo("2026-01-31T12:01:00Z");
    }

    @Test
    void showsAMessageToEveryProgramOfItsTenantAndToNobodyElse() {
        String message = merchant.post(MESSAGES, MESSAGE).header("Location").orElseThrow();

        assertThatAnswer(merchant.other("backoffice").get(message)).isJson(200);
        assertThatAnswer(Instance.shared().newMerchant().get(message)).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"01JDYZ0F6T7V8W9X0Y1Z2A3B4C", "1", "%00", "01JDYZ0F6T7V8W9X0Y1Z2A3B4%00", "%FF"})
    void findsNoMessageUnderWhatIsNoId(String id) {
        assertThatAnswer(merchant.get(MESSAGES + "/" + id)).isProblem(404, "not-found");
    }

    @ParameterizedTest
    @CsvSource({"VIP, 202", "STANDARD, 202", "FREE, 422"})
    void letsPlansThatPayForItBeUrgent(Plan plan, int status) {
        RawResponse answer = Instance.shared().newMerchant(plan).post(MESSAGES, """
                {"to": "+4915123456789", "text": "Hello", "priority": "high"}""");

        assertThat(answer.status()).isEqualTo(status);
        if (status == 422) {
            assertThatAnswer(answer).isInvalid("/priority", "must not be high for a tenant of the plan free");
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 422", "1, 202", "86100, 202", "86101, 422"})
    void livesNoLongerThanItsKey(long seconds, int status) {
        RawResponse answer = merchant.post(MESSAGES, """
                {"to": "+4915123456789", "text": "Hello", "expires_in": %d}""".formatted(seconds));

        assertThat(answer.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0151 23456789", "+49", "+49 123456789012345", "+1 555 0123", "nobody"})
    void refusesANumberThatCannotBeOne(String to) {
        assertThatAnswer(merchant.post(MESSAGES, """
                        {"to": "%s", "text": "Hello"}""".formatted(to)))
                .isInvalid("/to", "must be an international phone number, with + and country code");
    }

    @Test
    void takesAKeyAgainThatARefusedMessageLeftFree() {
        String key = Merchant.newKey();

        assertThatAnswer(merchant.post(MESSAGES, key, "{\"to\": \"+4915123456789\"}"))
                .isInvalid("/text", "is required");
        assertThatAnswer(merchant.post(MESSAGES, key, MESSAGE)).isJson(202);
    }

    @Test
    void takesAKeyThatAnOrderHasForItsOwn() {
        String key = Merchant.newKey();

        assertThatAnswer(merchant.post("/v1/orders", key, """
                        {"user_id": "user-17", "amount": 1999, "currency": "EUR"}""")).isJson(201);
        assertThatAnswer(merchant.post(MESSAGES, key, MESSAGE)).isJson(202);
    }

    @Test
    void saysWithoutACredentialWhichMethodsThereAre() {
        RawResponse answer = RawHttp.exchange(merchant.instance().service().url(), RawRequest.of("OPTIONS", MESSAGES));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Allow").orElseThrow()).contains("POST");
    }

    private static String id(RawResponse answer) {
        return Merchant.json(answer).getString("id");
    }

    private Map<String, Object> stored(RawResponse accepted) {
        return merchant.instance()
                .database()
                .query(
                        "SELECT *, extract(epoch FROM expires_at - created_at)::bigint AS life"
                                + " FROM messages WHERE tenant_id = ? AND message_id = ?",
                        merchant.tenant(),
                        id(accepted))
                .get(0);
    }

    private void set(RawResponse accepted, String columns) {
        merchant.instance()
                .database()
                .execute(
                        "UPDATE messages SET " + columns + " WHERE tenant_id = ? AND message_id = ?",
                        merchant.tenant(),
                        id(accepted));
    }
}
