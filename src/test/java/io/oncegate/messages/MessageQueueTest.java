package io.oncegate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageQueueTest {
    private static final DispatchConfig CONFIG = Settings.of(
            DispatchConfig.class,
            Map.of("oncegate.messages.max-queued", "5", "oncegate.messages.max-queued-per-tenant", "3"));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> woken = new ArrayList<>();
    private Uni<Map<String, Long>> stored = Uni.createFrom().item(Map.of());
    private final MessageQueue queue = new MessageQueue(new Stored(), woken::add, CONFIG, meters);

    @Test
    void aTenantThatHasAsManyAsItMayIsRefusedAndOthersAreNot() {
        stored = Uni.createFrom().item(Map.of("acme", 3L));
        look();

        assertThat(queue.refusal("acme")).hasValueSatisfying(problem -> {
            assertThat(problem.type()).isEqualTo(ProblemType.QUEUE_FULL);
            assertThat(problem.retryAfter()).isPresent();
        });
        assertThat(queue.refusal("other")).isEmpty();
    }

    @Test
    void allTogetherHaveABoundToo() {
        stored = Uni.createFrom().item(Map.of("a", 2L, "b", 2L, "c", 1L));
        look();

        assertThat(queue.refusal("d")).isPresent();
    }

    @Test
    void howFullItIsIsSeen() {
        assertThat(fill()).isZero();

        stored = Uni.createFrom().item(Map.of("a", 2L, "b", 1L));
        look();
        join("a", 1);
        assertThat(fill()).isEqualTo(0.8);

        join("b", 7);
        assertThat(fill()).isEqualTo(1);
    }

    private double fill() {
        return meters.get("oncegate.messages.queue.fill").gauge().value();
    }

    @Test
    void whatWasAcceptedSinceTheLastLookCounts() {
        join("acme", 3);
        assertThat(queue.refusal("acme")).isPresent();
        assertThat(queue.refusal("other")).isEmpty();
        join("other", 2);
        assertThat(queue.refusal("third")).isPresent();
    }

    @Test
    void whatWasSentMakesRoomWithTheNextLook() {
        join("acme", 3);
        stored = Uni.createFrom().item(Map.of("acme", 1L));

        look();

        assertThat(queue.refusal("acme")).isEmpty();
        join("acme", 2);
        assertThat(queue.refusal("acme")).isPresent();
    }

    @Test
    void whatIsAcceptedDuringALookCountsBeforeAndAfter() {
        join("acme", 1);
        stored = Uni.createFrom().item(() -> {
            join("acme", 2);
            return Map.of("acme", 1L);
        });

        look();

        assertThat(queue.refusal("acme")).isPresent();
    }

    @Test
    void aLookThatFailsForgetsNothing() {
        join("acme", 3);
        stored = Uni.createFrom().failure(new IllegalStateException("PostgreSQL is away"));

        assertThat(queue.look().subscribeAsCompletionStage()).isCompletedExceptionally();

        assertThat(queue.refusal("acme")).isPresent();
    }

    @Test
    void whatJoinsWakesItsGatewaysDispatcher() {
        join("acme", 1);

        assertThat(woken).containsExactly("kannel");
    }

    private void look() {
        assertThat(queue.look().subscribeAsCompletionStage()).isCompleted();
    }

    private void join(String tenant, int number) {
        for (var message = 0; message < number; message++) {
            queue.joined(new Message(
                    tenant,
                    "id",
                    "default",
                    "+4915123456789",
                    "Hello",
                    1,
                    Priority.NORMAL,
                    "kannel",
                    MessageState.READY,
                    0,
                    Instant.EPOCH,
                    Instant.EPOCH.plusSeconds(1),
                    null,
                    null));
        }
    }

    /** Knows how many there are, and nothing else. */
    private final class Stored implements Messages {
        @Override
        public Uni<Map<String, Long>> queued(Deadline deadline) {
            return stored;
        }

        @Override
        public FirstPhase accepting(Message message, RecordedResponse response) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Optional<Message>> find(String tenant, String id, Deadline deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<List<ListedMessage>> listed(MessageState state, String afterId, int most, Deadline deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Optional<ListedMessage>> listed(String id, Deadline deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Optional<String>> requeue(String id, SendAgain again, Stamp stamp, Deadline deadline) {
            throw new UnsupportedOperationException();
        }
    }
}
