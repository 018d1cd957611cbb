package io.oncegate.messages.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CallOthersTest {
    private final List<String> told = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    private final List<Duration> delays = new ArrayList<>();
    private final CallOthers others = new CallOthers(new Recording(), (delay, action) -> {
        delays.add(delay);
        later.add(action);
    });

    @Test
    void aThousandMessagesAreOneNotificationInATenthOfASecond() {
        for (var message = 0; message < 1000; message++) {
            others.call("kannel");
        }
        assertThat(told).isEmpty();

        tick();

        assertThat(told).containsExactly("kannel");
        assertThat(delays).containsExactly(Duration.ofMillis(100));
        others.call("kannel");
        tick();
        assertThat(told).containsExactly("kannel", "kannel");
    }

    @Test
    void eachGatewayIsTold() {
        others.call("kannel");
        others.call("keyless");

        tick();

        assertThat(told).containsExactlyInAnyOrder("kannel", "keyless");
    }

    private void tick() {
        var due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    private final class Recording implements WakeUps {
        @Override
        public Uni<Void> tell(String gateway, Deadline deadline) {
            told.add(gateway);
            return Uni.createFrom().failure(FakeOutbox.AWAY);
        }

        @Override
        public void listen(Consumer<String> woken) {
            throw new AssertionError("nobody listens here");
        }
    }
}
