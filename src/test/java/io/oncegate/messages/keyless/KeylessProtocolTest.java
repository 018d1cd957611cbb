package io.oncegate.messages.keyless;

import static io.oncegate.outbound.wire.Answers.json;
import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.GatewayProtocol;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.outbound.OutboundRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeylessProtocolTest {

    private static final OutgoingMessage MESSAGE = new OutgoingMessage("01K0", "+15550100", "Grüße");

    private final GatewayProtocol protocol = new KeylessProtocol("t0ken");

    @Test
    void sendsAMessageInOneRequest() {
        OutboundRequest request = protocol.send(MESSAGE);

        assertThat(request.method() + " " + request.target()).isEqualTo("POST /messages");
        assertThat(request.headers())
                .containsExactly(entry("Content-Type", "application/json"), entry("Authorization", "Bearer t0ken"));
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"reference\":\"01K0\",\"to\":\"+15550100\",\"text\":\"Grüße\"}");
    }

    @Test
    void readsTheAnswer() {
        assertThat(protocol.read(reply(201, "{'id':'7','status':'sent'}"))).isEqualTo(new Sent(Optional.of("7")));
        assertThat(protocol.read(reply(409, "{}"))).isEqualTo(new Unknown("in-progress"));
    }

    @Test
    void canBeAskedNothingAndTellsNothing() {
        assertThat(protocol.status("01K0")).isEmpty();
        assertThat(protocol.readStatus(reply(200, "{'id':'7','status':'sent'}")))
                .isEqualTo(new Unknown("unreadable"));
        assertThat(protocol.receipt(json("{'type':'message.sent','data':{'id':'01K0'}}")))
                .isEmpty();
    }

    @Test
    void hasNoKeysAndAsksForAToken() {
        var factory = new KeylessProtocolFactory();

        assertThat(factory.descriptor().name()).isEqualTo("keyless");
        assertThat(factory.descriptor().keyed()).isFalse();
        assertThat(factory.descriptor().keyRetention()).isZero();
        assertThat(factory.descriptor().answersQuestions()).isFalse();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.empty(), Optional.of("t"))))
                .isTrue();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.of("u"), Optional.empty())))
                .isFalse();
    }
}
