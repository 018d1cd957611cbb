package io.oncegate.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 4", "3, 8", "11, 2048", "12, 3600", "1000000, 3600"})
    void doublesUpToAnHour(int tries, long seconds) {
        assertThat(Backoff.after(tries)).isEqualTo(Duration.ofSeconds(seconds));
    }
}
