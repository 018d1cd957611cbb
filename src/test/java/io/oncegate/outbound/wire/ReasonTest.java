package io.oncegate.outbound.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonTest {

    @ParameterizedTest
    @CsvSource({
        "card_declined, card_declined",
        "Card Declined!, card_declined_",
        "invalid_request.amount.value, invalid_request.amount.value",
        "CODE-1051, code-1051",
        "'', unspecified"
    })
    void canBeShown(String word, String reason) {
        assertThat(Reason.of(word)).isEqualTo(reason);
        assertThat(Reason.of("x".repeat(1000))).hasSize(64);
    }
}
