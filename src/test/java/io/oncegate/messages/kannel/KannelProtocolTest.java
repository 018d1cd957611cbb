package io.oncegate.messages.kannel;

import static io.oncegate.outbound.wire.Answers.json;
import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.GatewayCredentials;
import io.oncegate.messages.gateway.OutgoingMessage;
import io.oncegate.messages.gateway.ReceiptPlace;
import io.oncegate.outbound.OutboundRequest;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KannelProtocolTest {

    private static final GatewayCredentials CREDENTIALS =
            new GatewayCredentials(Optional.of("once"), Optional.of("p&ss word"));
    private static final ReceiptPlace PLACE =
            new ReceiptPlace(URI.create("https://us.example/x"), List.of("new", "old"));

    private final KannelProtocol silent = new KannelProtocol(CREDENTIALS, Optional.empty());
    private final KannelProtocol protocol = new KannelProtocol(CREDENTIALS, Optional.of(PLACE));

    @Test
    void sendsInOneGet() {
        OutboundRequest request = silent.send(new OutgoingMessage("01K0", "+15550100", "Grüße & more?\n+1"));

        assertThat(request.method()).isEqualTo("GET");
        assertThat(request.target())
                .isEqualTo("/cgi-bin/sendsms?username=once&password=p%26ss%20word&to=%2B15550100"
                        + "&text=Gr%C3%BC%C3%9Fe%20%26%20more%3F%0A%2B1&coding=0&charset=UTF-8&account=01K0");
        assertThat(request.headers()).isEmpty();
        assertThat(request.body()).isEmpty();
    }

    @Test
    void asksForReceiptsAtAnAddressThatOnlyWeCanHaveWritten() {
        Map<String, String> query = query(protocol.send(new OutgoingMessage("01K0", "+15550100", "hello")));

        assertThat(query).containsEntry("dlr-mask", "31");
        assertThat(query.get("dlr-url"))
                .matches("https://us\\.example/x/v1/receipts/kannel/01K0\\?t=[0-9a-f]{64}&status=%d");
    }

    @ParameterizedTest
    @CsvSource({"hello, 0", "'{[~]} 5 €', 0", "'Ärger, ñandù, Ω', 0", "привет, 2", "'c’est', 2", "ç, 2", "😀, 2"})
    void writesInSevenBitsWhereTheAlphabetHasEveryCharacter(String text, String coding) {
        assertThat(query(silent.send(new OutgoingMessage("01K0", "+15550100", text))))
                .containsEntry("coding", coding)
                .containsEntry("charset", "UTF-8")
                .containsEntry("text", text);
    }

    @Test
    void canBeAskedNothingAndReadsNoEvents() {
        assertThat(protocol.status("01K0")).isEmpty();
        assertThat(protocol.readStatus(reply(202, "0: Accepted for delivery"))).isEqualTo(new Unknown("unreadable"));
        assertThat(protocol.receipt(json("{'type':'message.sent','data':{'id':'01K0'}}")))
                .isEmpty();
    }

    @Test
    void hasNoKeysAndAsksForAUserAndAPassword() {
        var factory = new KannelProtocolFactory();

        assertThat(factory.descriptor().name()).isEqualTo("kannel");
        assertThat(factory.descriptor().keyed()).isFalse();
        assertThat(factory.descriptor().answersQuestions()).isFalse();
        assertThat(factory.isComplete(CREDENTIALS)).isTrue();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.empty(), Optional.of("p"))))
                .isFalse();
        assertThat(factory.isComplete(new GatewayCredentials(Optional.of("u"), Optional.empty())))
                .isFalse();
    }

    private static Map<String, String> query(OutboundRequest request) {
        Map<String, String> query = new LinkedHashMap<>();
        Arrays.stream(request.target()
                        .substring(request.target().indexOf('?') + 1)
                        .split("&"))
                .map(pair -> pair.split("=", 2))
                .forEach(pair -> query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        return query;
    }
}
