package io.oncegate.messages.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.outbound.CallResult;
import io.oncegate.outbound.CallResult.Lost;
import io.oncegate.outbound.CallResult.LostReason;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.outbound.FakeRemote;
import io.oncegate.outbound.Remote;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.LogCapture;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final OutgoingMessage MESSAGE = new OutgoingMessage("01J0", "+15550100", "hello");
    private static final Deadline LATER = Deadline.in(Duration.ofHours(1));

    @ParameterizedTest
    @CsvSource({
        "NO_CONNECTION, no-connection",
        "BULKHEAD_FULL, bulkhead-full",
        "QUOTA_USED_UP, quota-used-up",
        "BREAKER_OPEN, breaker-open",
        "TOO_LATE, too-late"
    })
    void whatDidNotLeaveWasNotSent(NotSentReason reason, String word) {
        var wait = Optional.of(Duration.ofSeconds(3));

        assertThat(sent(FakeRemote.giving(new CallResult.NotSent(reason, wait))))
                .isEqualTo(new NotSent(word, false, wait));
        assertThat(sent(FakeRemote.giving(new CallResult.NotSent(reason, Optional.empty()))))
                .isEqualTo(new NotSent(word, false, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"TIMEOUT, timeout", "CONNECTION_CLOSED, closed", "TOO_LARGE, too-large"})
    void whatWasLostIsUnknown(LostReason reason, String word) {
        assertThat(sent(FakeRemote.giving(new Lost(reason)))).isEqualTo(new Unknown(word));
    }

    @Test
    void theAnswerToAMessageIsRead() {
        var remote = FakeRemote.answering(200, "");

        assertThat(sent(remote)).isEqualTo(new Sent(Optional.of("to a message")));

        assertThat(remote.requests()).singleElement().satisfies(request -> {
            assertThat(request.target()).isEqualTo("/send/01J0");
            assertThat(request.body()).asString().isEqualTo("hello");
        });
        assertThat(remote.deadlines()).containsExactly(LATER);
    }

    @Test
    void theAnswerToAQuestionIsReadAsOne() {
        var remote = FakeRemote.answering(200, "");

        assertThat(outcome(gateway(remote, FakeProtocol.KEYED).status("01J0")))
                .isEqualTo(new Delivered(Optional.of("to a question")));

        assertThat(remote.requests()).extracting(request -> request.target()).containsExactly("/status/01J0");
        assertThat(remote.deadlines()).noneMatch(Deadline::passed);
    }

    @Test
    void aQuestionThatThereIsNotIsAnsweredByNobody() {
        var remote = FakeRemote.answering(200, "");

        assertThat(outcome(
                        gateway(remote, FakeProtocol.descriptor("mute", false)).status("01J0")))
                .isEqualTo(new Unknown("no-such-question"));

        assertThat(remote.requests()).isEmpty();
    }

    @Test
    void refusedCredentialsStopTheGateway() {
        var remote = FakeRemote.answering(403, "who?");
        var refused = new NotSent("credentials-refused", true, Optional.of(Remote.PAUSE_AFTER_REFUSAL));
        try (var log = LogCapture.of(Gateway.class)) {
            assertThat(sent(remote)).isEqualTo(refused);
            assertThat(outcome(gateway(remote, FakeProtocol.KEYED).status("01J0")))
                    .isEqualTo(refused);

            assertThat(remote.refusals()).isEqualTo(2);
            assertThat(log.lines())
                    .hasSize(2)
                    .containsOnly("a gateway refuses the credentials gateway=acme status=403");
        }
    }

    @Test
    void onlyTheProtocolSaysThatCredentialsAreRefused() {
        var remote = FakeRemote.answering(403, "not this number");

        assertThat(sent(remote)).isInstanceOf(Sent.class);

        assertThat(remote.refusals()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fault", "error"})
    void aProtocolThatCannotReadLeavesItUnknown(String body) {
        var remote = FakeRemote.answering(200, body);
        try (var log = LogCapture.of(Gateway.class)) {
            assertThat(sent(remote)).isEqualTo(new Unknown("fault"));
            assertThat(outcome(gateway(remote, FakeProtocol.KEYED).status("01J0")))
                    .isEqualTo(new Unknown("fault"));

            assertThat(log.lines()).hasSize(2).containsOnly("a gateway's protocol failed gateway=acme");
        }
    }

    @Test
    void aMessageThatCannotBeWrittenWasNotSentAndNeverIs() {
        var remote = FakeRemote.answering(200, "");
        var poisoned = new OutgoingMessage("01J0", "+15550100", "fault");
        try (var log = LogCapture.of(Gateway.class)) {
            assertThat(outcome(gateway(remote, FakeProtocol.KEYED).send(poisoned, LATER)))
                    .isEqualTo(new NotSent(NotSent.FAULT, false, Optional.empty()));

            assertThat(remote.requests()).isEmpty();
            assertThat(log.lines()).containsExactly("a gateway's protocol failed gateway=acme");
        }
    }

    @Test
    void aRemoteThatFailsAgainstItsWordLeavesItUnknown() {
        try (var log = LogCapture.of(Gateway.class)) {
            assertThat(sent(FakeRemote.failing(new IllegalStateException(FakeProtocol.SECRET))))
                    .isEqualTo(new Unknown("fault"));

            assertThat(log.lines()).singleElement().asString().doesNotContain(FakeProtocol.SECRET);
        }
    }

    @Test
    void whoAsksTheSameCallTwiceGetsOneOutcomeTwice() {
        var remote = FakeRemote.answering(200, "");
        var call = gateway(remote, FakeProtocol.KEYED).send(MESSAGE, LATER);
        assertThat(remote.requests()).isEmpty();

        assertThat(outcome(call)).isSameAs(outcome(call));

        assertThat(remote.requests()).hasSize(1);
    }

    @Test
    void whatAnAnswerMeansForTheGatewayDoesNotHangOnWhoWaits() {
        var remote = FakeRemote.holding();
        var call = gateway(remote, FakeProtocol.KEYED)
                .send(MESSAGE, LATER)
                .subscribe()
                .with(outcome -> {});

        call.cancel();
        remote.goOn(FakeRemote.answer(403, "who?"));

        assertThat(remote.refusals()).isEqualTo(1);
    }

    @Test
    void whatIsKnownOfTheProtocolHoldsUnlessSettingsSayOtherwise() {
        var remote = FakeRemote.answering(200, "");
        var set = Map.of("key-retention", "1h", "in-flight", "7", "webhook-secrets", "a,b");

        var plain = gateway(remote, FakeProtocol.KEYED);
        var other = gateway(remote, FakeProtocol.KEYED, set);
        var keyless = gateway(remote, FakeProtocol.descriptor("keyless", false), set);

        assertThat(plain.name()).isEqualTo("acme");
        assertThat(plain.descriptor()).isEqualTo(FakeProtocol.KEYED);
        assertThat(plain.keyRetention()).isEqualTo(Duration.ofHours(24));
        assertThat(plain.mostInFlight()).isEqualTo(32);
        assertThat(plain.webhookSecrets()).isEmpty();
        assertThat(other.keyRetention()).isEqualTo(Duration.ofHours(1));
        assertThat(other.mostInFlight()).isEqualTo(7);
        assertThat(other.webhookSecrets()).containsExactly("a", "b");
        assertThat(keyless.keyRetention()).isZero();
    }

    @Test
    void aSendTakesAConnectionAndACallAtMost() {
        assertThat(gateway(FakeRemote.answering(200, ""), FakeProtocol.KEYED).longestSend())
                .isEqualTo(Duration.ofSeconds(13));
    }

    @Test
    void anEventIsReadByTheProtocol() {
        var receipt = gateway(FakeRemote.answering(200, ""), FakeProtocol.KEYED)
                .receipt("01J0".getBytes(StandardCharsets.US_ASCII));

        assertThat(receipt.map(Receipt::messageId)).contains("01J0");
    }

    private static DispatchOutcome sent(Remote remote) {
        return outcome(gateway(remote, FakeProtocol.KEYED).send(MESSAGE, LATER));
    }

    private static DispatchOutcome outcome(Uni<DispatchOutcome> call) {
        return call.await().atMost(PATIENCE);
    }

    private static Gateway gateway(Remote remote, GatewayDescriptor descriptor) {
        return gateway(remote, descriptor, Map.of());
    }

    private static Gateway gateway(Remote remote, GatewayDescriptor descriptor, Map<String, String> given) {
        var settings = new HashMap<String, String>();
        settings.put("oncegate.messages.gateways.acme.dialect", descriptor.name());
        given.forEach((member, value) -> settings.put("oncegate.messages.gateways.acme." + member, value));
        var config = Settings.of(GatewaysConfig.class, settings);
        return new Gateway("acme", config, FakeProtocol.of(descriptor), Optional.empty(), remote);
    }
}
