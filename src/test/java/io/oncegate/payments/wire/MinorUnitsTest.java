package io.oncegate.payments.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Currency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinorUnitsTest {

    @ParameterizedTest
    @CsvSource({
        "RUB, 2", "USD, 2", "EUR, 2", "JPY, 0", "KRW, 0", "KWD, 3", "IQD, 3", "ISK, 0", "UGX, 0", "MGA, 2", "MRU, 2",
        "CLP, 0", "CLF, 4", "UYW, 4", "UYI, 0", "HUF, 2", "TWD, 2", "IDR, 2", "VND, 0", "ZWG, 2", "XCG, 2", "SLE, 2"
    })
    void hasTheDigitsOfTheStandard(String currency, int digits) {
        assertThat(MinorUnits.digits(currency)).isEqualTo(digits);
    }

    /** Those that are gone may differ: nobody asks for them. */
    @Test
    void agreesWithTheJdkWhereTheJdkKnows() {
        assertThat(Currency.getAvailableCurrencies())
                .filteredOn(currency -> currency.getDefaultFractionDigits() >= 0)
                .filteredOn(currency ->
                        MinorUnits.digits(currency.getCurrencyCode()) != currency.getDefaultFractionDigits())
                .extracting(Currency::getCurrencyCode)
                .isSubsetOf("ADP", "BEF", "BYB", "BYR", "ESP", "GRD", "ITL", "LUF", "MGF", "PTE", "ROL", "TPE", "TRL");
    }

    @ParameterizedTest
    @CsvSource({
        "1050, EUR, 2, 1050",
        "1050, JPY, 2, 105000",
        "1050, KWD, 2, 105",
        "1050, KWD, 3, 1050",
        "10500, CLF, 2, 105",
        "500, MGA, 0, 5",
        "999999999999, JPY, 2, 99999999999900",
        "0, EUR, 0, 0"
    })
    void movesAnAmountExactly(long amount, String currency, int digits, long moved) {
        assertThat(MinorUnits.rescaled(amount, currency, digits)).contains(moved);
    }

    @ParameterizedTest
    @CsvSource({"1051, KWD, 2", "1, MGA, 0", "150, EUR, 0", "9223372036854775807, JPY, 2"})
    void movesNothingInexactly(long amount, String currency, int digits) {
        assertThat(MinorUnits.rescaled(amount, currency, digits)).isEmpty();
    }
}
