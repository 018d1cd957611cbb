package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.MessageState;
import io.oncegate.messages.dispatch.Aftercare.Doubt;
import io.oncegate.messages.dispatch.Aftercare.Remedy;
import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.Absent;
import io.oncegate.messages.gateway.DispatchOutcome.Delivered;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Rejected;
import io.oncegate.messages.gateway.DispatchOutcome.Sent;
import io.oncegate.messages.gateway.DispatchOutcome.Undelivered;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.messages.gateway.HandDrivenGateway;
import io.oncegate.messages.gateway.TestGateways;
import io.oncegate.testsupport.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LookAfterUnknownTest {
    private final TestGateways none = new TestGateways(Map.of());
    private final FakeAftercare aftercare = new FakeAftercare();
    private final List<String> woken = new ArrayList<>();
    private final HandDrivenGateway gateway = HandDrivenGateway.keyed(8);
    private final LookAfterUnknown lookAfter =
            new LookAfterUnknown(none.gateways(), aftercare, woken::add, Settings.of(DispatchConfig.class));
    private final LookAfterUnknown.Hands hands = lookAfter.hands(gateway.gateway());

    @AfterEach
    void close() {
        none.close();
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(new Sent(Optional.empty()), MessageState.SENT),
                Arguments.of(new Delivered(Optional.empty()), MessageState.DELIVERED),
                Arguments.of(new Undelivered("gone"), MessageState.UNDELIVERED),
                Arguments.of(new Rejected("no"), MessageState.REJECTED));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void whatTheGatewayKnowsIsRecorded(DispatchOutcome outcome, MessageState state) {
        aftercare.doubts.add(List.of(new Doubt("m", Remedy.ASK)));
        look();
        assertThat(gateway.asked()).singleElement().asString().contains("m");

        gateway.answer(outcome);

        assertThat(aftercare.told).singleElement().satisfies(told -> {
            assertThat(told.messageId()).isEqualTo("m");
            assertThat(told.gateway()).isEqualTo("fake");
            assertThat(told.ending().state()).isEqualTo(state);
        });
    }

    static Stream<DispatchOutcome> silences() {
        return Stream.of(new Absent(), new Unknown("timeout"), new NotSent("breaker-open", false, Optional.empty()));
    }

    @ParameterizedTest
    @MethodSource("silences")
    void whatItDoesNotKnowChangesNothing(DispatchOutcome outcome) {
        aftercare.doubts.add(List.of(new Doubt("m", Remedy.ASK)));
        look();

        gateway.answer(outcome);

        assertThat(aftercare.told).isEmpty();
        assertThat(gateway.sent()).isEmpty();
    }

    @Test
    void whatIsToBeSentAgainWakesTheDispatcher() {
        aftercare.doubts.add(List.of(new Doubt("m", Remedy.RESEND), new Doubt("n", Remedy.RESEND)));

        look();

        assertThat(woken).containsExactly("fake");
        assertThat(gateway.asked()).isEmpty();
        assertThat(gateway.sent()).isEmpty();
    }

    @Test
    void noMoreAreAskedForAtATimeThanAQuarterOfTheGatewaysCalls() {
        aftercare.doubts.add(List.of(new Doubt("m", Remedy.ASK), new Doubt("n", Remedy.ASK)));
        aftercare.doubts.add(List.of(new Doubt("o", Remedy.ASK)));
        look();
        look();
        assertThat(gateway.asked()).hasSize(2);

        gateway.answer(new Absent());
        gateway.answer(new Absent());

        assertThat(gateway.asked()).as("and as soon as they are done, more").hasSize(3);
    }

    @Test
    void whatTheGatewayCannotDoIsNotAskedOfIt() {
        var keyless = HandDrivenGateway.keyless(8);
        aftercare.doubts.add(List.of(new Doubt("m", Remedy.LEAVE)));

        assertThat(lookAfter.hands(keyless.gateway()).look().subscribeAsCompletionStage())
                .isCompleted();

        assertThat(aftercare.means).singleElement().satisfies(means -> {
            assertThat(means.recognised()).isFalse();
            assertThat(means.askable()).isFalse();
        });
        assertThat(keyless.asked()).isEmpty();
        assertThat(woken).isEmpty();
    }

    private void look() {
        assertThat(hands.look().subscribeAsCompletionStage()).isCompleted();
    }
}
