package io.oncegate.payments.stripe;

import io.oncegate.payments.wire.MinorUnits;
import java.util.Optional;
import java.util.Set;

/**
 * Amounts as Stripe writes them (Stripe's documentation, Supported currencies): integers in a unit that is not always
 * the minor unit of ISO 4217.
 *
 * <pre>
 *   none       BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF     (MGA has two digits by ISO)
 *   three      BHD JOD KWD OMR TND, the last one 0
 *   two, 00    ISK UGX                                                        (none by ISO)
 *   two        every other one that has two by ISO; HUF and TWD are special for payouts only
 * </pre>
 *
 * What has another number by ISO and is not named there is not asked for: nobody says what it would mean.
 */
final class StripeAmounts {

    private static final Set<String> NO_DIGITS =
            Set.of("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
    private static final Set<String> THREE_DIGITS = Set.of("BHD JOD KWD OMR TND".split(" "));
    private static final Set<String> TWO_DIGITS_ALWAYS_00 = Set.of("ISK", "UGX");

    private StripeAmounts() {}

    /** An amount of ISO minor units in Stripe's; empty where it cannot be written exactly. */
    static Optional<Long> written(long amount, String currency) {
        if (THREE_DIGITS.contains(currency)) {
            return amount % 10 == 0 ? Optional.of(amount) : Optional.empty();
        }
        return digits(currency).flatMap(digits -> MinorUnits.rescaled(amount, currency, digits));
    }

    /** Why it cannot be written, as the rest of a sentence about the amount. */
    static Optional<String> refusal(long amount, String currency) {
        if (digits(currency).isEmpty()) {
            return Optional.of("must be in a currency that Stripe takes, and " + currency + " is none");
        }
        if (written(amount, currency).isPresent()) {
            return Optional.empty();
        }
        String multiple = THREE_DIGITS.contains(currency) ? "10" : "100";
        return Optional.of("must be a multiple of " + multiple + " in " + currency);
    }

    private static Optional<Integer> digits(String currency) {
        if (NO_DIGITS.contains(currency)) {
            return Optional.of(0);
        }
        if (THREE_DIGITS.contains(currency)) {
            return Optional.of(3);
        }
        boolean hasTwo = TWO_DIGITS_ALWAYS_00.contains(currency) || MinorUnits.digits(currency) == 2;
        return hasTwo ? Optional.of(2) : Optional.empty();
    }
}
