package io.oncegate.ratelimit.instances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class LiveInstancesTest {

    private final SettableHeartbeats heartbeats = new SettableHeartbeats();

    @Test
    void countsTheOthersAndItself() {
        LiveInstances instances = instances(1);

        assertThat(instances.count()).isEqualTo(1);
        heartbeats.others = 2;
        beat(instances);

        assertThat(instances.count()).isEqualTo(3);
    }

    @Test
    void neverCountsFewerThanAreConfigured() {
        LiveInstances instances = instances(5);
        heartbeats.others = 2;
        beat(instances);

        assertThat(instances.count()).isEqualTo(5);

        heartbeats.others = 8;
        beat(instances);

        assertThat(instances.count()).isEqualTo(9);
    }

    @Test
    void goesOnWithWhatItKnewAndGivesTheOthersTimeToShowThemselvesAgain() {
        // Given
        LiveInstances instances = instances(1);
        heartbeats.others = 2;
        beat(instances);

        // When
        heartbeats.away = true;
        assertThatThrownBy(() -> beat(instances)).isInstanceOf(CompletionException.class);
        assertThat(instances.count()).isEqualTo(3);
        heartbeats.away = false;
        heartbeats.others = 0;
        beat(instances);

        // Then
        assertThat(instances.count()).isEqualTo(3);
        beat(instances);
        assertThat(instances.count()).isEqualTo(1);
    }

    private LiveInstances instances(int floor) {
        return TestInstances.beating(floor, heartbeats, "01J0000000000000000000000B");
    }

    private static void beat(LiveInstances instances) {
        assertThat(instances.beat().subscribeAsCompletionStage().join().nothing())
                .isTrue();
    }

    private static final class SettableHeartbeats implements Heartbeats {

        private int others;
        private boolean away;

        @Override
        public Uni<Integer> beat(String instance, Duration recently, Deadline deadline) {
            return away
                    ? Uni.createFrom().failure(new IllegalStateException("away"))
                    : Uni.createFrom().item(others);
        }

        @Override
        public Uni<Void> leave(String instance, Deadline deadline) {
            return Uni.createFrom().voidItem();
        }
    }
}
