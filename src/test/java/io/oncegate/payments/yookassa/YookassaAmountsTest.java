package io.oncegate.payments.yookassa;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.payments.wire.MinorUnits;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YookassaAmountsTest {

    /** An amount of ISO minor units, and YooKassa's text for the same money. */
    @ParameterizedTest
    @CsvSource({
        "1050, RUB, 10.50",
        "1, RUB, 0.01",
        "10, USD, 0.10",
        "10000, RUB, 100.00",
        "500, JPY, 500.00",
        "5120, KWD, 5.12",
        "5, ISK, 5.00",
        "5, UGX, 5.00",
        "501, MGA, 5.01",
        "500, CLP, 500.00",
        "1050, HUF, 10.50",
        "1050, TWD, 10.50",
        "10500, CLF, 1.05",
        "999999999999, RUB, 9999999999.99",
        "999999999999, JPY, 999999999999.00"
    })
    void areMajorUnitsWithTwoDecimals(long amount, String currency, String written) {
        assertThat(YookassaAmounts.written(amount, currency)).contains(written);
        assertThat(YookassaAmounts.refusal(amount, currency)).isEmpty();
        assertThat(YookassaAmounts.read(written))
                .hasValueSatisfying(read -> assertThat(read).isEqualByComparingTo(MinorUnits.major(amount, currency)));
    }

    @ParameterizedTest
    @CsvSource({
        "5121, KWD, must be a multiple of 10 in KWD",
        "1, BHD, must be a multiple of 10 in BHD",
        "10501, CLF, must be a multiple of 100 in CLF"
    })
    void areRefusedRatherThanRounded(long amount, String currency, String refusal) {
        assertThat(YookassaAmounts.written(amount, currency)).isEmpty();
        assertThat(YookassaAmounts.refusal(amount, currency)).contains(refusal);
    }

    /** 0.01 to 100.00: 10 000 of 10 000. */
    @Test
    void comeBackAsTheyLeft() {
        for (long amount = 1; amount <= 10_000; amount++) {
            String written = YookassaAmounts.written(amount, "RUB").orElseThrow();

            assertThat(written).isEqualTo("%d.%02d".formatted(amount / 100, amount % 100));
            assertThat(YookassaAmounts.read(written)
                            .orElseThrow()
                            .movePointRight(2)
                            .longValueExact())
                    .isEqualTo(amount);
        }
    }

    @ParameterizedTest
    @CsvSource({"100.00, 100", "100, 100.00", "100.0, 100", "0100.00, 100", "100.0000, 100"})
    void areReadByTheirValue(String value, BigDecimal read) {
        assertThat(YookassaAmounts.read(value))
                .hasValueSatisfying(answered -> assertThat(answered).isEqualByComparingTo(read));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1e2",
                "1E2",
                "+1",
                "-1",
                ".5",
                "1.",
                "1,00",
                "1 000.00",
                "0x1",
                "NaN",
                "١",
                "1.00000",
                "100.00\n",
                "12345678901234567"
            })
    void areNothingElse(String value) {
        assertThat(YookassaAmounts.read(value)).isEmpty();
    }
}
