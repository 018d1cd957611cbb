package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageViewTest {

    private static final String ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";
    private static final Instant ACCEPTED = Instant.parse("2026-01-31T09:30:00.123Z");

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @Test
    void tellsOfAQueuedMessageWhatTheContractNamesAndNothingElse() throws JsonProcessingException {
        Message message = message(MessageState.READY, 0, null, null);

        assertThat(JSON.writeValueAsString(MessageView.of(message)))
                .isEqualTo("{\"id\":\"" + ID + "\",\"status\":\"queued\",\"attempts\":0,"
                        + "\"created_at\":\"2026-01-31T09:30:00.123Z\",\"expires_at\":\"2026-01-31T10:30:00.123Z\"}");
    }

    @Test
    void tellsOfADeliveredMessageWhenItWasSentAndDelivered() throws JsonProcessingException {
        Message message = message(MessageState.DELIVERED, 2, ACCEPTED.plusSeconds(1), ACCEPTED.plusSeconds(3));

        assertThat(JSON.writeValueAsString(MessageView.of(message)))
                .isEqualTo("{\"id\":\"" + ID + "\",\"status\":\"delivered\",\"attempts\":2,"
                        + "\"created_at\":\"2026-01-31T09:30:00.123Z\",\"expires_at\":\"2026-01-31T10:30:00.123Z\","
                        + "\"sent_at\":\"2026-01-31T09:30:01.123Z\",\"delivered_at\":\"2026-01-31T09:30:03.123Z\"}");
    }

    @Test
    void tellsWhoeverSendsAMessageItsIdAndThatItIsQueued() throws JsonProcessingException {
        assertThat(JSON.writeValueAsString(new AcceptedView(ID, MessageState.READY.told())))
                .isEqualTo("{\"id\":\"" + ID + "\",\"status\":\"queued\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "READY, queued",
        "CLAIMED, queued",
        "SENDING, sending",
        "SENT, sent",
        "DELIVERED, delivered",
        "UNDELIVERED, undelivered",
        "REJECTED, rejected",
        "UNKNOWN, unknown",
        "EXPIRED, expired",
        "DEAD, dead"
    })
    void tellsEachStateInTheWordsOfTheContract(MessageState state, String told) {
        assertThat(state.told()).isEqualTo(told);
    }

    @ParameterizedTest
    @EnumSource(MessageState.class)
    void readsEachStateAsItIsStored(MessageState state) {
        assertThat(MessageState.of(state.stored())).isEqualTo(state);
    }

    private static Message message(MessageState state, int attempts, Instant sentAt, Instant deliveredAt) {
        return new Message(
                "tenant",
                ID,
                "principal",
                "+4915123456789",
                "Hello",
                1,
                Priority.NORMAL,
                "http-json",
                state,
                attempts,
                ACCEPTED,
                ACCEPTED.plusSeconds(3600),
                sentAt,
                deliveredAt);
    }
}
