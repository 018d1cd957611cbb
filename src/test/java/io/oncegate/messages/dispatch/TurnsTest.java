package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.messages.MessageState;
import io.oncegate.messages.Priority;
import io.oncegate.messages.dispatch.Turn.Share;
import io.oncegate.messages.gateway.OutgoingMessage;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();

    @Test
    void ofTenPlacesSixAreForHighThreeForNormalAndOneForLow() {
        assertThat(turns.next(10).shares())
                .containsExactly(
                        new Share(Priority.HIGH, 6, ""),
                        new Share(Priority.NORMAL, 3, ""),
                        new Share(Priority.LOW, 1, ""));
    }

    @Test
    void withOnePlaceAtATimeLowHasItsTurnToo() {
        var turn = Stream.generate(() -> turns.next(1))
                .limit(20)
                .flatMap(each -> each.shares().stream())
                .filter(share -> share.number() == 1)
                .collect(Collectors.groupingBy(Share::priority, Collectors.counting()));

        assertThat(turn)
                .containsEntry(Priority.HIGH, 12L)
                .containsEntry(Priority.NORMAL, 6L)
                .containsEntry(Priority.LOW, 2L);
    }

    @Test
    void theTenantOfTheLastPlaceOfEachPriorityWasServedLast() {
        turns.served(List.of(
                taken(Priority.HIGH, "c", 3),
                taken(Priority.HIGH, "a", 4),
                taken(Priority.HIGH, "b", 2),
                taken(Priority.LOW, "z", 1)));

        assertThat(turns.next(3).shares()).extracting(Share::servedLast).containsExactly("a", "", "z");
        turns.served(List.of());
        assertThat(turns.next(3).shares()).extracting(Share::servedLast).containsExactly("a", "", "z");
    }

    private static Taken taken(Priority priority, String tenant, long place) {
        return new Taken(
                new OutgoingMessage("id", "+4915112345678", "hello"),
                tenant,
                priority,
                MessageState.CLAIMED,
                new UUID(0, 0),
                new Taken.Before(0, 0, null, null),
                place,
                false);
    }
}
