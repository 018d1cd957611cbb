package io.oncegate.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, 1", "1, 2", "2, 4", "3, 8", "11, 2048", "12, 3600", "13, 3600", "2147483647, 3600"})
    void doublesUpToAnHour(int times, long seconds) {
        assertThat(Backoff.after(times)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void isNotShorterThanWhatIsAskedForNorLongerThanAnHour() {
        assertThat(Backoff.after(0, Optional.of(Duration.ofMinutes(5)))).isEqualTo(Duration.ofMinutes(5));
        assertThat(Backoff.after(3, Optional.of(Duration.ofSeconds(1)))).isEqualTo(Duration.ofSeconds(8));
        assertThat(Backoff.after(0, Optional.of(Duration.ofDays(3650)))).isEqualTo(Duration.ofHours(1));
        assertThat(Backoff.after(0, Optional.empty())).isEqualTo(Duration.ofSeconds(1));
    }
}
