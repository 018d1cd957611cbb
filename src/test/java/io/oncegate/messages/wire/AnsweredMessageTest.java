package io.oncegate.messages.wire;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Absent;
import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Undelivered;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Answers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnsweredMessageTest {

    private static final Optional<String> ID = Optional.of("m1");

    static Stream<Arguments> states() {
        return Stream.of(
                arguments(message("accepted"), new Sent(ID)),
                arguments(message("queued"), new Sent(ID)),
                arguments(message("sent"), new Sent(ID)),
                arguments(message("delivered"), new Delivered(ID)),
                arguments(message("undelivered"), new Undelivered("undelivered")),
                arguments(
                        "{'id':'m1','status':'undelivered','reason':'No Such Phone'}",
                        new Undelivered("no_such_phone")),
                arguments(message("rejected"), new Rejected("rejected")),
                arguments("{'id':'m1','status':'rejected','reason':'spam'}", new Rejected("spam")),
                arguments(message("SENT"), new Unknown("unknown-state")),
                arguments(message("lost"), new Unknown("unknown-state")),
                arguments("{'id':'m1'}", new Unknown("unreadable")),
                arguments("{'status':'sent'}", new Unknown("unreadable")),
                arguments("{'id':'../m1','status':'sent'}", new Unknown("unreadable")),
                arguments("{'id':1,'status':'sent'}", new Unknown("unreadable")),
                arguments("{'id':'m1','status':true}", new Unknown("unreadable")),
                arguments("", new Unknown("unreadable")),
                arguments("accepted", new Unknown("unreadable")),
                arguments("<html>", new Unknown("unreadable")));
    }

    @ParameterizedTest
    @MethodSource("states")
    void hasOneOfAFewStates(String body, DispatchOutcome outcome) {
        assertThat(AnsweredMessage.handedOver(reply(200, body))).isEqualTo(outcome);
        assertThat(AnsweredMessage.handedOver(reply(201, body))).isEqualTo(outcome);
        assertThat(AnsweredMessage.handedOver(reply(202, body))).isEqualTo(outcome);
        assertThat(AnsweredMessage.asked(reply(200, body))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "409, in-progress",
        "100, status-100",
        "203, status-203",
        "204, status-204",
        "302, redirect",
        "404, status-404",
        "405, status-405",
        "408, status-408",
        "425, status-425",
        "500, status-500",
        "502, status-502",
        "503, status-503",
        "999, status-999"
    })
    void mayHaveBeenTakenByEveryOtherAnswer(int status, String why) {
        assertThat(AnsweredMessage.handedOver(reply(status, message("sent")))).isEqualTo(new Unknown(why));
    }

    @Test
    void isRejectedByAWordAlone() {
        assertThat(AnsweredMessage.handedOver(reply(400, "{'reason':'bad number'}")))
                .isEqualTo(new Rejected("bad_number"));
        assertThat(AnsweredMessage.handedOver(reply(422, "{}"))).isEqualTo(new Rejected("status-422"));
        assertThat(AnsweredMessage.handedOver(reply(400, "<html>"))).isEqualTo(new Unknown("unreadable"));
        assertThat(AnsweredMessage.handedOver(reply(422, ""))).isEqualTo(new Unknown("unreadable"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void isTurnedAwayWithItsBearer(int status) {
        var refused = new NotSent("credentials-refused", true, Optional.empty());

        assertThat(AnsweredMessage.handedOver(reply(status, message("sent")))).isEqualTo(refused);
        assertThat(AnsweredMessage.asked(reply(status, message("sent")))).isEqualTo(refused);
    }

    @Test
    void isTurnedAwayForAWhile() {
        var throttled = new NotSent("throttled", true, Optional.of(Duration.ofSeconds(7)));

        assertThat(AnsweredMessage.handedOver(reply(429, "7", ""))).isEqualTo(throttled);
        assertThat(AnsweredMessage.asked(reply(429, "7", ""))).isEqualTo(throttled);
        assertThat(AnsweredMessage.handedOver(reply(429, "")))
                .isEqualTo(new NotSent("throttled", true, Optional.empty()));
    }

    @Test
    void isAbsentWhereAQuestionFindsNone() {
        assertThat(AnsweredMessage.asked(reply(404, ""))).isEqualTo(new Absent());
    }

    @ParameterizedTest
    @CsvSource({
        "201, status-201",
        "202, status-202",
        "204, status-204",
        "302, redirect",
        "400, status-400",
        "409, status-409",
        "410, status-410",
        "422, status-422",
        "500, status-500",
        "503, status-503"
    })
    void saysNothingByTheRefusalOfAQuestion(int status, String why) {
        assertThat(AnsweredMessage.asked(reply(status, "{'reason':'x'}"))).isEqualTo(new Unknown(why));
    }

    @Test
    void hasAnEndOnlyWhenItIsWhole() {
        long seed = System.nanoTime();
        for (byte[] body : Answers.broken("{'id':'m1','status':'delivered'}", seed)) {
            for (int status : new int[] {200, 202, 400, 401, 404, 409, 422, 429, 500}) {
                Reply reply = new Reply(status, Map.of(), body);
                check(seed, body, AnsweredMessage.handedOver(reply));
                check(seed, body, AnsweredMessage.asked(reply));
            }
        }
    }

    private static void check(long seed, byte[] body, DispatchOutcome outcome) {
        assertThat(outcome).as("seed %d", seed).isNotNull();
        if (outcome instanceof Delivered delivered) {
            var message = Answers.read(body);
            assertThat(message.path("status").textValue()).as("seed %d", seed).isEqualTo("delivered");
            assertThat(delivered.externalId())
                    .as("seed %d", seed)
                    .contains(message.path("id").textValue());
        }
    }

    private static String message(String status) {
        return "{'id':'m1','status':'%s'}".formatted(status);
    }
}
