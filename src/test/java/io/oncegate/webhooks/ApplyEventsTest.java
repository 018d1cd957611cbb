package io.oncegate.webhooks;

import static io.oncegate.webhooks.FakeEvents.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.request.Ids;
import io.oncegate.request.Traces;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Three hands, a store that answers at once, and tellers that answer when the test says so. */
class ApplyEventsTest {
    private static final int HANDS = 3;

    private static final Ids IDS = new Ids() {
        @Override
        public String ulid() {
            throw new UnsupportedOperationException();
        }

        @Override
        public UUID token() {
            return new UUID(0, 0);
        }
    };

    private final FakeEvents events = new FakeEvents();
    private final Queue<Runnable> soon = new ArrayDeque<>();
    private final Map<String, UniEmitter<? super Effect>> underWay = new HashMap<>();

    private final Teller teller = new Teller() {
        @Override
        public Optional<About> about(byte[] body) {
            return Optional.empty();
        }

        @Override
        public Uni<Effect> apply(byte[] body, String eventId) {
            if (eventId.startsWith("poisoned")) {
                throw new IllegalStateException("a fault");
            }
            return Uni.createFrom().emitter(emitter -> underWay.put(eventId, emitter));
        }

        @Override
        public Optional<Hint> hint(byte[] body) {
            return Optional.empty();
        }
    };

    private final ApplyEvents applying = new ApplyEvents(
            events,
            new ApplyOne(
                    name -> Optional.of(new Source(name, new Trust.Closed(), "", teller)),
                    events,
                    new WebhookMetrics(new SimpleMeterRegistry()),
                    5,
                    Traces.OFF),
            HANDS,
            IDS,
            (delay, action) -> soon.add(action));

    private void goOn() {
        while (!soon.isEmpty()) {
            soon.remove().run();
        }
    }

    private void poll() {
        applying.take().subscribeAsCompletionStage().join();
        goOn();
    }

    private void hear(String id) {
        underWay.remove(id).complete(Effect.APPLIED);
        goOn();
    }

    @Test
    void looksOnceHoweverOftenItIsWoken() {
        applying.wake();
        applying.wake();
        applying.wake();
        goOn();

        assertThat(events.asked).containsExactly(HANDS);
    }

    @Test
    void takesAsMuchAsItHasHandsAndMoreAsSoonAsOneIsFree() {
        for (var number = 1; number <= 5; number++) {
            events.due.add(event("e" + number));
        }
        applying.wake();
        goOn();
        assertThat(underWay).containsOnlyKeys("e1", "e2", "e3");

        hear("e2");
        assertThat(underWay).containsOnlyKeys("e1", "e3", "e4");

        hear("e1");
        hear("e3");
        hear("e4");
        hear("e5");
        assertThat(events.told).hasSize(5).allMatch(told -> told.endsWith(" applied null"));
    }

    @Test
    void whoeverWakesItWhileAllHandsAreBusyIsNotForgotten() {
        for (var number = 1; number <= HANDS; number++) {
            events.due.add(event("e" + number));
        }
        poll();
        events.due.add(event("late"));
        applying.wake();
        goOn();
        assertThat(underWay).doesNotContainKey("late");

        hear("e1");

        assertThat(underWay).containsKey("late");
    }

    @Test
    void onePoisonedWebhookStopsNoOther() {
        events.due.add(event("poisoned-1"));
        events.due.add(event("e1"));
        events.due.add(event("poisoned-2"));
        events.due.add(event("e2"));

        poll();
        hear("e1");
        hear("e2");

        assertThat(events.told)
                .contains(
                        "poisoned-1 received fault again in 1 s, a fault",
                        "poisoned-2 received fault again in 1 s, a fault",
                        "e1 applied null",
                        "e2 applied null");
    }

    @Test
    void aStorageThatIsAwayCostsNoHand() {
        events.failure = new IllegalStateException("away");
        assertThatThrownBy(() -> applying.take().subscribeAsCompletionStage().join())
                .hasCauseInstanceOf(IllegalStateException.class);
        events.failure = null;
        events.due.add(event("e1"));

        poll();
        events.failure = new IllegalStateException("away");
        hear("e1");
        events.failure = null;
        poll();

        assertThat(events.asked).containsExactly(HANDS, HANDS);
    }
}
