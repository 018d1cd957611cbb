package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Undelivered;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.HandDrivenGateway;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Traces;
import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written about one message before it leaves and after. */
class SendMessageTest {
    private static final DispatchConfig CONFIG =
            Settings.of(DispatchConfig.class, Map.of("oncegate.messages.most-attempts", "3"));

    private final FakeOutbox outbox = new FakeOutbox();
    private final HandDrivenGateway gateway = HandDrivenGateway.keyed(4);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final SendMessage send = new SendMessage(outbox, CONFIG, new DispatchMetrics(registry), Traces.OFF);

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(new Sent(Optional.of("ext")), "sent"),
                Arguments.of(new Delivered(Optional.empty()), "delivered"),
                Arguments.of(new Undelivered("absent subscriber"), "undelivered"),
                Arguments.of(new Rejected("no such number"), "rejected"),
                Arguments.of(new Unknown("status-503"), "unknown"));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void whatTheGatewayAnswersIsRecorded(DispatchOutcome outcome, String state) {
        var sending = begin("m", new Taken.Before(0, 0, null, null));
        assertThat(outbox.states).containsEntry("m", "sending");

        gateway.answer(outcome);

        assertThat(sending.join()).contains(outcome);
        assertThat(outbox.states).containsEntry("m", state);
        assertThat(registry.counter("oncegate.messages.sent", "gateway", "fake", "outcome", state)
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aRequestMayOnlyLeaveSoonAfterItWasWrittenDown() {
        var unused = begin("m", new Taken.Before(0, 0, null, null));

        assertThat(gateway.deadlines().get(0).remaining()).isBetween(Duration.ZERO, CONFIG.sendWithin());
    }

    @Test
    void nothingLeavesThatIsAnothersByNow() {
        outbox.fenced = true;

        assertThat(begin("m", new Taken.Before(0, 0, null, null)).join()).isEmpty();

        assertThat(gateway.sent()).isEmpty();
    }

    @Test
    void nothingLeavesThatCouldNotBeWrittenDown() {
        outbox.sendingFails = true;

        assertThatThrownBy(begin("m", new Taken.Before(0, 0, null, null))::join).hasCause(FakeOutbox.AWAY);

        assertThat(gateway.sent()).isEmpty();
    }

    @Test
    void whatNeverLeftIsNoAttempt() {
        var sending = begin("m", new Taken.Before(2, 0, null, null));

        gateway.doNotLetLeave(NotSentReason.NO_CONNECTION);

        assertThat(sending.join()).isPresent();
        assertThat(outbox.returns.get("m").state()).isEqualTo(MessageState.READY);
        assertThat(outbox.returns.get("m").attempts()).isEqualTo(2);
        assertThat(outbox.returns.get("m").reason()).isEqualTo("no-connection");
    }

    @Test
    void whatWasTurnedAwayIsTriedLaterAndNotBeforeTheGatewayWantsIt() {
        var sending = begin("m", new Taken.Before(1, 0, null, null));

        gateway.answer(new NotSent("too-many-requests", true, Optional.of(Duration.ofMinutes(2))));

        assertThat(sending.join()).isPresent();
        assertThat(outbox.returns.get("m").state()).isEqualTo(MessageState.READY);
        assertThat(outbox.returns.get("m").attempts()).isEqualTo(2);
        assertThat(outbox.returns.get("m").pause()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void whatWasTurnedAwayTooOftenIsDead() {
        var sending = begin("m", new Taken.Before(2, 0, null, null));

        gateway.answer(new NotSent("too-many-requests", true, Optional.empty()));

        assertThat(sending.join()).isPresent();
        assertThat(outbox.states).containsEntry("m", "dead");
    }

    @Test
    void whatMayHaveArrivedIsNotCalledDead() {
        var sending = begin("m", FakeOutbox.triedBefore(2, 1));

        gateway.answer(new NotSent("too-many-requests", true, Optional.empty()));

        assertThat(sending.join()).isPresent();
        assertThat(outbox.states).containsEntry("m", "unknown");
        assertThat(outbox.returns.get("m").firstSentAt()).isNotNull();
    }

    @Test
    void whatCannotBeWrittenAsARequestIsDead() {
        var sending = begin("m", new Taken.Before(0, 0, null, null));

        gateway.answer(new NotSent(NotSent.FAULT, false, Optional.empty()));

        assertThat(sending.join()).isPresent();
        assertThat(outbox.states).containsEntry("m", "dead");
        assertThat(outbox.returns.get("m").reason()).isEqualTo("fault");
    }

    @Test
    void theOftenerItWasLookedAfterTheLaterItIsAgain() {
        var first = begin("first", new Taken.Before(0, 0, null, null));
        var later = begin("later", FakeOutbox.triedBefore(1, 5));

        gateway.answer(new Unknown("timeout"));
        gateway.answer(new Unknown("timeout"));

        assertThat(first.join()).isPresent();
        assertThat(later.join()).isPresent();
        assertThat(outbox.nextChecks)
                .containsEntry("first", Duration.ofSeconds(1))
                .containsEntry("later", Duration.ofSeconds(32));
    }

    @Test
    void anOutcomeIsRecordedEvenIfPostgresqlFailsForAMoment() {
        outbox.recordingsThatFail = 2;
        var sending = begin("m", new Taken.Before(0, 0, null, null));

        gateway.answer(new Sent(Optional.empty()));

        assertThat(sending.join()).isPresent();
        assertThat(outbox.states).containsEntry("m", "sent");
        assertThat(gateway.sent()).containsExactly("m");
    }

    @Test
    void whatCannotBeRecordedStaysAsItIsAndIsNotSentAgain() {
        outbox.recordingsThatFail = Integer.MAX_VALUE;
        var sending = begin("m", new Taken.Before(0, 0, null, null));

        gateway.answer(new Sent(Optional.empty()));

        assertThatThrownBy(sending::join).hasStackTraceContaining(FakeOutbox.AWAY.getMessage());
        assertThat(outbox.states).containsEntry("m", "sending");
        assertThat(gateway.sent()).containsExactly("m");
    }

    private CompletableFuture<Optional<DispatchOutcome>> begin(String id, Taken.Before before) {
        outbox.add(id, before);
        return send.send(outbox.ready.remove(), gateway.gateway()).subscribeAsCompletionStage();
    }
}
