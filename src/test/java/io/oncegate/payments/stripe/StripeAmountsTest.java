package io.oncegate.payments.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripeAmountsTest {

    /** An amount of ISO minor units, and Stripe's number for the same money. */
    @ParameterizedTest
    @CsvSource({
        "1050, RUB, 1050",
        "1050, USD, 1050",
        "1, EUR, 1",
        "500, JPY, 500",
        "5120, KWD, 5120",
        "5, ISK, 500",
        "5, UGX, 500",
        "500, MGA, 5",
        "500, CLP, 500",
        "1050, HUF, 1050",
        "1050, TWD, 1050",
        "500, KRW, 500",
        "5000, BHD, 5000",
        "999999999999, EUR, 999999999999"
    })
    void areWrittenInStripesUnit(long amount, String currency, long written) {
        assertThat(StripeAmounts.written(amount, currency)).contains(written);
        assertThat(StripeAmounts.refusal(amount, currency)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "5121, KWD, must be a multiple of 10 in KWD",
        "1, TND, must be a multiple of 10 in TND",
        "501, MGA, must be a multiple of 100 in MGA",
        "50, MGA, must be a multiple of 100 in MGA",
        "1000, IQD, 'must be in a currency that Stripe takes, and IQD is none'",
        "1000, CLF, 'must be in a currency that Stripe takes, and CLF is none'",
        "1000, UYI, 'must be in a currency that Stripe takes, and UYI is none'"
    })
    void areRefusedRatherThanRounded(long amount, String currency, String refusal) {
        assertThat(StripeAmounts.written(amount, currency)).isEmpty();
        assertThat(StripeAmounts.refusal(amount, currency)).contains(refusal);
    }

    @Test
    void areWrittenWheneverTheyAreNotRefused() {
        for (String currency : List.of("RUB", "USD", "JPY", "KWD", "ISK", "UGX", "MGA", "CLP", "HUF", "TWD")) {
            for (long amount = 1; amount <= 10_000; amount++) {
                assertThat(StripeAmounts.refusal(amount, currency).isEmpty())
                        .isEqualTo(StripeAmounts.written(amount, currency).isPresent());
            }
        }
    }
}
