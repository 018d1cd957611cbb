package io.oncegate.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferWaitTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    wait=3                           | 3
                    Wait=3                           | 3
                    wait = 3                         | 3
                    wait="3"                         | 3
                    wait=3; foo=bar                  | 3
                    respond-async, wait=3            | 3
                    respond-async,wait=3,priority=1  | 3
                    wait=0                           | 0
                    wait=5                           | 5
                    wait=6                           | 5
                    wait=999999999                   | 5
                    wait=2, wait=4                   | 2
                    """)
    void waitsAsLongAsIsAskedForAndAtMostFiveSeconds(String line, long seconds) {
        assertThat(PreferWait.of(List.of(line))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "wait",
                "wait=",
                "wait=soon",
                "wait=-1",
                "wait=1.5",
                "wait=1s",
                "wait=\"\"",
                "wait=1000000000000000000000",
                "await=3",
                "no-wait=3",
                "x;wait=3",
                "respond-async"
            })
    void ignoresWhatItCannotRead(String line) {
        assertThat(PreferWait.of(List.of(line))).isZero();
    }

    @Test
    void readsEveryLineAndTakesTheFirstThatSaysSo() {
        assertThat(PreferWait.of(List.of("respond-async", "wait=2", "wait=4"))).isEqualTo(Duration.ofSeconds(2));
        assertThat(PreferWait.of(List.of())).isZero();
    }

    @Test
    void isQuickOnALineThatIsMadeToBeSlow() {
        String line = "wait" + " ".repeat(4000) + "=" + " ".repeat(4000) + "x";

        assertThat(PreferWait.of(List.of(line))).isZero();
    }
}
