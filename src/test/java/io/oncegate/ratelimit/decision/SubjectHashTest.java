package io.oncegate.ratelimit.decision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubjectHashTest {

    @ParameterizedTest
    @CsvSource({
        "'', e3b0c44298fc1c14",
        "abc, ba7816bf8f01cfea",
        "\u00e9, 4a99557e4033c353",
    })
    void isTheBeginningOfItsSha256(String subject, String hash) {
        assertThat(SubjectHash.of(subject)).isEqualTo(hash);
    }
}
