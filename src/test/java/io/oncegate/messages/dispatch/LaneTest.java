package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.HandDrivenGateway;
import io.oncegate.outbound.CallResult.NotSentReason;
import io.oncegate.request.Ids;
import io.oncegate.request.Traces;
import io.oncegate.testsupport.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One gateway's messages on their way out, with a table and a gateway that do what the test says. */
class LaneTest {
    private static final Sent SENT = new Sent(Optional.empty());

    private final FakeOutbox outbox = new FakeOutbox();
    private final HandDrivenGateway gateway = HandDrivenGateway.keyless(2);
    private final AtomicInteger overflowing = new AtomicInteger();
    private final Lane lane = lane(gateway);

    @Test
    void whatArrivesIsSentAtOnce() {
        outbox.add("a");

        lane.wake();

        assertThat(gateway.sent()).containsExactly("a");
        assertThat(outbox.takes).as("one statement").hasSize(1);
    }

    @Test
    void noMoreAreSentAtATimeThanTheGatewayTakes() {
        outbox.add("a", "b", "c", "d");

        lane.wake();
        lane.wake();

        assertThat(gateway.sent()).containsExactly("a", "b");
        gateway.answer(SENT);
        gateway.answer(SENT);
        assertThat(gateway.sent()).containsExactly("a", "b", "c", "d");
        assertThat(outbox.states).containsEntry("a", "sent").containsEntry("b", "sent");
    }

    @Test
    void aLookFindsWhatNobodyTold() {
        outbox.add("a");

        assertThat(lane.look().subscribeAsCompletionStage()).isCompleted();

        assertThat(gateway.sent()).containsExactly("a");
    }

    @Test
    void aLookThatFailsSaysSoAndTheNextOneWorks() {
        outbox.add("a");
        outbox.takingFails = true;
        assertThatThrownBy(() -> lane.look().subscribeAsCompletionStage().join())
                .hasCause(FakeOutbox.AWAY);

        outbox.takingFails = false;

        assertThat(lane.look().subscribeAsCompletionStage()).isCompleted();
        assertThat(gateway.sent()).containsExactly("a");
    }

    @Test
    void whatArrivesWhileOthersAreTakenIsNotForgotten() {
        outbox.add("a");
        outbox.whileTaking = () -> {
            outbox.whileTaking = null;
            outbox.add("b");
            lane.wake();
        };

        lane.wake();

        assertThat(gateway.sent()).containsExactly("a", "b");
    }

    @Test
    void othersAreToldOfWhatThisInstanceCannotSend() {
        outbox.add("a", "b", "c");
        lane.wake();
        assertThat(overflowing).hasValue(0);

        lane.wake();

        assertThat(overflowing).hasValue(1);
    }

    @Test
    void nothingIsTakenThatTheQuotaHasNoCallFor() {
        gateway.setCallsLeft(0);
        outbox.add("a");

        lane.wake();

        assertThat(outbox.takes).isEmpty();
        gateway.setCallsLeft(1);
        lane.wake();
        assertThat(gateway.sent()).containsExactly("a");
    }

    @Test
    void aGatewayThatCannotBeReachedIsTriedWithOneMessage() {
        outbox.add("a", "b", "c");
        lane.wake();
        gateway.doNotLetLeave(NotSentReason.NO_CONNECTION);
        gateway.doNotLetLeave(NotSentReason.NO_CONNECTION);

        assertThat(outbox.states).containsEntry("a", "ready").containsEntry("b", "ready");
        assertThat(gateway.sent()).as("one more").containsExactly("a", "b", "c");
        outbox.add("d", "e");
        lane.wake();
        assertThat(gateway.sent()).as("and no other").hasSize(3);
        gateway.answer(SENT);
        assertThat(gateway.sent()).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void aGatewayThatIsBusyForOneMessageIsNotForAnother() {
        outbox.add("a", "b", "c");
        lane.wake();

        gateway.answer(new NotSent("too-many-requests", true, Optional.of(Duration.ofHours(1))));

        assertThat(gateway.sent()).containsExactly("a", "b", "c");
    }

    @Test
    void oneMessageWhoseSendingCannotBeWrittenDownStopsNoOther() {
        outbox.add("a");
        outbox.sendingFails = true;
        lane.wake();
        assertThat(gateway.sent()).isEmpty();

        outbox.sendingFails = false;
        outbox.add("b");
        lane.wake();

        assertThat(gateway.sent()).containsExactly("b");
        assertThat(outbox.states).containsEntry("a", "claimed");
    }

    /** Of a hundred, the recording of one fails for good. */
    @Test
    void whatCouldNotBeRecordedIsNotSentTwice() {
        var all = IntStream.range(0, 100).mapToObj("m%03d"::formatted).toArray(String[]::new);
        outbox.add(all);
        outbox.recordingFailsFor = "m000";
        lane.wake();

        gateway.answer(SENT);
        await().until(() -> gateway.sent().size() == 3);
        for (var message = 1; message < 100; message++) {
            gateway.answer(SENT);
        }

        assertThat(gateway.sent()).hasSize(100).doesNotHaveDuplicates();
        assertThat(outbox.states.values().stream().filter("sent"::equals)).hasSize(99);
        assertThat(outbox.states).containsEntry("m000", "sending");
    }

    @Test
    void whatIsUnknownIsNotSentAgainByItself() {
        outbox.add("a");
        lane.wake();
        gateway.answer(new Unknown("timeout"));

        lane.wake();

        assertThat(gateway.sent()).containsExactly("a");
        assertThat(outbox.states).containsEntry("a", "unknown");
    }

    @Test
    void stoppingWaitsForWhatIsBeingSent() {
        outbox.add("a", "b", "c");
        lane.wake();

        var stopped = lane.stop();

        assertThat(stopped).isNotDone();
        gateway.answer(SENT);
        assertThat(stopped).isNotDone();
        gateway.answer(SENT);
        assertThat(stopped).isCompleted();
        lane.wake();
        assertThat(gateway.sent()).containsExactly("a", "b");
        assertThat(outbox.states).containsEntry("a", "sent").containsEntry("c", "ready");
    }

    @Test
    void stoppingGivesBackWhatWasJustTaken() {
        outbox.add("a");
        outbox.whileTaking = () -> assertThat(lane.stop()).isNotDone();

        lane.wake();

        assertThat(lane.stop()).isCompleted();
        assertThat(gateway.sent()).isEmpty();
        assertThat(outbox.states).containsEntry("a", "ready");
    }

    @Test
    void stoppingWithNothingToDoIsDoneAtOnce() {
        assertThat(lane.stop()).isCompleted();
    }

    private Lane lane(HandDrivenGateway through) {
        var metrics = new DispatchMetrics(new SimpleMeterRegistry());
        var send = new SendMessage(outbox, Settings.of(DispatchConfig.class), metrics, Traces.OFF);
        return new Lane(
                through.gateway(),
                outbox,
                send,
                new RandomTokens(),
                new Lane.Surroundings(Runnable::run, overflowing::incrementAndGet));
    }

    private static final class RandomTokens implements Ids {
        @Override
        public String ulid() {
            throw new AssertionError("nothing is made here");
        }

        @Override
        public UUID token() {
            return UUID.randomUUID();
        }
    }
}
