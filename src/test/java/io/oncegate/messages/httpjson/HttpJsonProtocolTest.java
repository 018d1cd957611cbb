package io.oncegate.messages.httpjson;

import static io.oncegate.outbound.wire.Answers.json;
import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.oncegate.messages.gateway.DispatchOutcome.Absent;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.messages.gateway.Receipt;
import io.oncegate.messages.gateway.Receipt.Kind;
import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.wire.Answers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpJsonProtocolTest {

    private static final OutgoingMessage MESSAGE = new OutgoingMessage("01K0", "+15550100", "naïve \"quote\"\n");

    private final GatewayProtocol protocol = new HttpJsonProtocol("t0ken");

    @Test
    void handsAMessageOverUnderItsId() {
        OutboundRequest request = protocol.send(MESSAGE);

        assertThat(request.method() + " " + request.target()).isEqualTo("POST /messages");
        assertThat(request.headers())
                .containsExactly(entry("Content-Type", "application/json"), entry("Authorization", "Bearer t0ken"));
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"01K0\",\"to\":\"+15550100\",\"text\":\"naïve \\\"quote\\\"\\n\"}");
    }

    @Test
    void writesTheSameBytesEveryTime() {
        assertThat(protocol.send(MESSAGE).body())
                .isEqualTo(new HttpJsonProtocol("t0ken").send(MESSAGE).body());
    }

    @Test
    void asksForAMessageByItsId() {
        OutboundRequest question = protocol.status("01K0").orElseThrow();

        assertThat(question.method() + " " + question.target()).isEqualTo("GET /messages/01K0");
        assertThat(question.headers()).containsExactly(entry("Authorization", "Bearer t0ken"));
        assertThat(question.body()).isEmpty();
        assertThat(protocol.status("../x").orElseThrow().target()).isEqualTo("/messages/..%2Fx");
    }

    @Test
    void readsAnswersToMessagesAndToQuestions() {
        assertThat(protocol.read(reply(202, "{'id':'01K0','status':'accepted'}")))
                .isEqualTo(new Sent(Optional.of("01K0")));
        assertThat(protocol.read(reply(404, ""))).isEqualTo(new Unknown("status-404"));
        assertThat(protocol.readStatus(reply(404, ""))).isEqualTo(new Absent());
    }

    @Test
    void readsWhatTheGatewayTells() {
        assertThat(event("message.sent", "'id':'01K0'"))
                .contains(new Receipt("01K0", Kind.SENT, Optional.empty(), null));
        assertThat(event("message.delivered", "'id':'01K0','reason':'x'"))
                .contains(new Receipt("01K0", Kind.DELIVERED, Optional.empty(), null));
        assertThat(event("message.undelivered", "'id':'01K0','reason':'No Phone'"))
                .contains(new Receipt("01K0", Kind.UNDELIVERED, Optional.empty(), "no_phone"));
        assertThat(event("message.undelivered", "'id':'01K0'"))
                .contains(new Receipt("01K0", Kind.UNDELIVERED, Optional.empty(), "undelivered"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{'type':'message.sent'}",
                "{'type':'message.sent','data':'01K0'}",
                "{'type':'message.sent','data':{'id':7}}",
                "{'type':'message.read','data':{'id':'01K0'}}",
                "{'type':'payment.paid','data':{'id':'01K0'}}",
                "{'data':{'id':'01K0'}}"
            })
    void takesNothingElseForAReceipt(String body) {
        assertThat(protocol.receipt(json(body))).isEmpty();
    }

    @Test
    void survivesWhateverIsSentAsAnEvent() {
        long seed = System.nanoTime();
        for (byte[] body : Answers.broken("{'type':'message.delivered','data':{'id':'01K0'}}", seed)) {
            protocol.receipt(body)
                    .ifPresent(receipt -> assertThat(
                                    Answers.read(body).at("/data/id").textValue())
                            .as("seed %d", seed)
                            .isEqualTo(receipt.messageId()));
        }
    }

    @Test
    void hasKeysForADayAndAsksForAToken() {
        var factory = new HttpJsonProtocolFactory();

        assertThat(factory.descriptor().name()).isEqualTo("http-json");
        assertThat(factory.descriptor().keyed()).isTrue();
        assertThat(factory.descriptor().keyRetention()).isEqualTo(Duration.ofHours(24));
        assertThat(factory.descriptor().answersQuestions()).isTrue();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.empty(), Optional.of("t"))))
                .isTrue();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.of("u"), Optional.empty())))
                .isFalse();
    }

    private Optional<Receipt> event(String type, String data) {
        return protocol.receipt(
                json("{'type':'%s','timestamp':'2026-01-31T09:30:00Z','data':{%s}}".formatted(type, data)));
    }
}
