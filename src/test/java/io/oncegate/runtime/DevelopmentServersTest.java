package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.LaunchMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DevelopmentServersTest {
    private final LaunchMode before = LaunchMode.current();

    @AfterEach
    void restoreLaunchMode() {
        LaunchMode.set(before);
    }

    @ParameterizedTest
    @EnumSource(value = LaunchMode.class, mode = EnumSource.Mode.EXCLUDE, names = "DEVELOPMENT")
    void areNoneInAnyOtherMode(LaunchMode mode) {
        LaunchMode.set(mode);

        assertThat(new DevelopmentServers().getConfigSources(null)).isEmpty();
    }
}
