package io.oncegate.payments.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.ProviderOutcome.Mismatch;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnsweredPaymentTest {

    @ParameterizedTest
    @CsvSource({"10.5, 10.50", "10.50, 10.5", "10, 10.00", "0, 0.00"})
    void comparesAmountsByTheirValue(BigDecimal answered, BigDecimal asked) {
        assertThat(payment("id", answered).differsFrom("order", Optional.of(asked), "EUR"))
                .isEmpty();
    }

    @Test
    void namesTheFirstThatDiffers() {
        AnsweredPayment payment = payment("id", BigDecimal.TEN);

        assertThat(payment.differsFrom("other", Optional.of(BigDecimal.ONE), "USD"))
                .contains(mismatch("reference"));
        assertThat(payment.differsFrom("order", Optional.of(BigDecimal.ONE), "USD"))
                .contains(mismatch("amount"));
        assertThat(payment.differsFrom("order", Optional.of(BigDecimal.TEN), "USD"))
                .contains(mismatch("currency"));
        assertThat(payment.differsFrom("order", Optional.of(BigDecimal.TEN), "eur"))
                .contains(mismatch("currency"));
        assertThat(payment.differsFrom("ORDER", Optional.of(BigDecimal.TEN), "EUR"))
                .contains(mismatch("reference"));
    }

    @Test
    void equalsNoAmountThatCannotBeWritten() {
        assertThat(payment("id", BigDecimal.TEN).differsFrom("order", Optional.empty(), "EUR"))
                .contains(mismatch("amount"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi_3MtwBwLkdIwHu7ix28a3tqPa", "29f31de9-000f-5000-a000-109987b98a6a", "13660", "a:b.c"})
    void hasAnIdOfSaneForm(String id) {
        assertThat(ExternalId.sane(Optional.of(id))).contains(id);
        assertThat(ExternalId.sane(Optional.of("x".repeat(255)))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "../x", "a/b", "a?b", "-x", "_x", "a\n", "é", "a%2Fb"})
    void isNoneWithAnyOtherId(String id) {
        assertThat(ExternalId.sane(Optional.of(id))).isEmpty();
        assertThat(ExternalId.sane(Optional.of("x".repeat(256)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "card_declined, card_declined",
        "Card Declined!, card_declined_",
        "invalid_request.amount.value, invalid_request.amount.value",
        "CODE-1051, code-1051",
        "'', unspecified"
    })
    void givesReasonsThatCanBeShown(String word, String reason) {
        assertThat(Reason.of(word)).isEqualTo(reason);
        assertThat(Reason.of("x".repeat(1000))).hasSize(64);
    }

    private static Mismatch mismatch(String what) {
        return new Mismatch(what, Optional.of("id"));
    }

    private static AnsweredPayment payment(String id, BigDecimal amount) {
        return AnsweredPayment.of(
                        Optional.of(id),
                        Optional.of("succeeded"),
                        Optional.of("order"),
                        Optional.of(amount),
                        Optional.of("EUR"))
                .orElseThrow();
    }
}
