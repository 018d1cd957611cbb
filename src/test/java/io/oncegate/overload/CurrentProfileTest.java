package io.oncegate.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Settings;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrentProfileTest {

    private static final Stamp STAMP = new Stamp("01J0000000000000000000000A", "operator", Instant.EPOCH);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final InMemoryProfiles store = new InMemoryProfiles();
    private final CurrentProfile current = new CurrentProfile(
            Settings.of(OverloadConfig.class, Map.of("oncegate.overload.profiles.degraded.multiplier-percent", "70")),
            store,
            registry);

    @ParameterizedTest
    @CsvSource({"NORMAL, 100, 0", "DEGRADED, 70, 1", "EMERGENCY, 20, 2"})
    void grantsWhatTheProfileIsConfiguredTo(Profile profile, int percent, double number) {
        store.active = new ProfileStore.Active(profile, 5, "operator");

        refresh();

        assertThat(current.profile()).isEqualTo(profile);
        assertThat(current.percent()).isEqualTo(percent);
        assertThat(registry.get("oncegate.profile").gauge().value()).isEqualTo(number);
    }

    @Test
    void feelsItsOwnChangeAtOnce() {
        Profile changed = await(current.change(Profile.EMERGENCY, STAMP, Deadline.in(Duration.ofSeconds(1))));

        assertThat(changed).isEqualTo(Profile.EMERGENCY);
        assertThat(current.percent()).isEqualTo(20);
    }

    @Test
    void anAnswerThatWasOvertakenChangesNothing() {
        store.active = new ProfileStore.Active(Profile.EMERGENCY, 2, "operator");
        refresh();

        store.active = new ProfileStore.Active(Profile.NORMAL, 1, "operator");
        refresh();

        assertThat(current.profile()).isEqualTo(Profile.EMERGENCY);
    }

    @Test
    void goesOnWithWhatItKnewWhileTheStoreIsAway() {
        store.active = new ProfileStore.Active(Profile.DEGRADED, 2, "operator");
        refresh();
        store.away = true;

        assertThatThrownBy(this::refresh).hasMessage("away");

        assertThat(current.profile()).isEqualTo(Profile.DEGRADED);
    }

    private void refresh() {
        assertThat(await(current.refresh()).nothing()).isTrue();
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(10));
    }

    private static final class InMemoryProfiles implements ProfileStore {

        private Active active = new Active(Profile.NORMAL, 0, "operator");
        private boolean away;

        @Override
        public Uni<Active> active(Deadline deadline) {
            return away
                    ? Uni.createFrom().failure(new IllegalStateException("away"))
                    : Uni.createFrom().item(active);
        }

        @Override
        public Uni<Active> change(Profile wanted, Stamp stamp, Deadline deadline) {
            active = new Active(wanted, active.revision() + 1, "operator");
            return active(deadline);
        }

        @Override
        public Uni<Active> changeFrom(Active seen, Profile wanted, Stamp stamp, Deadline deadline) {
            return seen.equals(active) ? change(wanted, stamp, deadline) : active(deadline);
        }
    }
}
