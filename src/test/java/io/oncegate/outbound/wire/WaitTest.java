package io.oncegate.outbound.wire;

import static io.oncegate.outbound.wire.Answers.reply;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "17, 17", "' 17 ', 17", "3600, 3600", "3601, 3600", "999999999, 3600"})
    void clampsTheWait(String written, long seconds) {
        assertThat(Wait.askedFor(reply(429, written, ""))).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "1e3", "9999999999", "Wed, 21 Oct 2026 07:28:00 GMT", "soon", "١"})
    void readsNothingElseAsAWait(String written) {
        assertThat(Wait.askedFor(reply(429, written, ""))).isEmpty();
    }
}
