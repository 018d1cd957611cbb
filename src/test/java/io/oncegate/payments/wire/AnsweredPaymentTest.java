package io.oncegate.payments.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.ProviderOutcome.Mismatch;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
