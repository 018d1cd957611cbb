package io.oncegate.payments.wire;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;

/**
 * How many digits a currency's minor unit has (ISO 4217, list one), and amounts moved between units without rounding.
 * The JDK's own table is as old as the JDK: it lacks what came into use later.
 */
public final class MinorUnits {

    private static final Set<String> NO_DIGITS =
            Set.of("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
    private static final Set<String> THREE_DIGITS = Set.of("BHD IQD JOD KWD LYD OMR TND".split(" "));
    private static final Set<String> FOUR_DIGITS = Set.of("CLF UYW".split(" "));

    private MinorUnits() {}

    /** Digits after the point of a major unit: 2 unless the standard names the currency otherwise. */
    public static int digits(String currency) {
        if (NO_DIGITS.contains(currency)) {
            return 0;
        }
        if (THREE_DIGITS.contains(currency)) {
            return 3;
        }
        return FOUR_DIGITS.contains(currency) ? 4 : 2;
    }

    /** An amount of minor units in major units. */
    public static BigDecimal major(long amount, String currency) {
        return BigDecimal.valueOf(amount, digits(currency));
    }

    /**
     * The same money in another unit.
     *
     * @param amount in minor units by ISO 4217
     * @param digits of the other unit after the point of a major one
     * @return empty where that is no whole number, or none of 64 bits
     */
    public static Optional<Long> rescaled(long amount, String currency, int digits) {
        try {
            return Optional.of(major(amount, currency).movePointRight(digits).longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
