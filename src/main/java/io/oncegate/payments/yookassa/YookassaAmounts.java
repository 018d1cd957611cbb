package io.oncegate.payments.yookassa;

import io.oncegate.payments.wire.MinorUnits;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Amounts as YooKassa writes them (API reference, Amount): major units with two decimals as a string, whatever the
 * currency: {@code 10.50}.
 */
final class YookassaAmounts {

    private static final int DECIMALS = 2;

    /** No sign, no exponent; zeros at the end change nothing. */
    private static final Pattern READABLE = Pattern.compile("[0-9]{1,16}(\\.[0-9]{1,4})?");

    private YookassaAmounts() {}

    /** An amount of ISO minor units; empty where two decimals are too few for it. */
    static Optional<String> written(long amount, String currency) {
        return MinorUnits.rescaled(amount, currency, DECIMALS)
                .map(hundredths -> BigDecimal.valueOf(hundredths, DECIMALS).toPlainString());
    }

    /** Why it cannot be written, as the rest of a sentence about the amount. */
    static Optional<String> refusal(long amount, String currency) {
        if (written(amount, currency).isPresent()) {
            return Optional.empty();
        }
        int surplus = MinorUnits.digits(currency) - DECIMALS;
        return Optional.of("must be a multiple of " + BigDecimal.TEN.pow(surplus) + " in " + currency);
    }

    /** An answered amount in major units; empty for what is not written as an amount. */
    static Optional<BigDecimal> read(String value) {
        return READABLE.matcher(value).matches() ? Optional.of(new BigDecimal(value)) : Optional.empty();
    }
}
