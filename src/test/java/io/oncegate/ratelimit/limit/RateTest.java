package io.oncegate.ratelimit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({
        "10/s, 10, 1, 10/s",
        "1/10s, 1, 10, 1/10s",
        "5/10m, 1, 120, 1/2m",
        "10/m, 1, 6, 1/6s",
        "10/h, 1, 360, 1/6m",
        "1000/d, 5, 432, 5/432s",
        "1/d, 1, 86400, 1/d",
        "3/2d, 1, 57600, 1/16h",
        "9000000000/s, 9000000000, 1, 9000000000/s",
    })
    void isReadReducedAndWrittenBack(String written, long tokens, long seconds, String wire) {
        var rate = Rate.parse(written);

        assertThat(rate).isEqualTo(new Rate(tokens, seconds));
        assertThat(rate.wire()).isEqualTo(wire);
        assertThat(Rate.parse(rate.wire())).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "10/",
                "/s",
                "0/s",
                "1/0s",
                "-1/s",
                "1/-1s",
                "1.5/s",
                "1/s ",
                " 1/s",
                "1/w",
                "1/S",
                "1e3/s",
                "Infinity/s",
                "NaN/s",
                "1/1.5s",
                "9999999999999999/s",
                "1/9999999999s",
                "\u0661/s"
            })
    void whatIsNoPositiveRateIsRefusedInOneSentence(String written) {
        assertThatThrownBy(() -> Rate.parse(written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + written + "\" is not a ")
                .hasMessageEndingWith(".");
    }

    @Test
    void partsAreExact() {
        assertThat(Rate.parse("10/s").dividedBy(3)).isEqualTo(new Rate(10, 3));
    }
}
