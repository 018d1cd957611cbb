package io.oncegate.idempotency.identity;

import java.math.BigDecimal;
import java.math.BigInteger;

/** A number's value apart from the way in which it is written. */
final class ExactNumber {

    /** Tried from the highest on, so that a thousand zeros are a handful of divisions and not a thousand. */
    private static final int[] ZEROS = {512, 128, 32, 8, 2, 1};

    private static final BigInteger[] POWERS = new BigInteger[ZEROS.length];

    static {
        for (int i = 0; i < ZEROS.length; i++) {
            POWERS[i] = BigInteger.TEN.pow(ZEROS[i]);
        }
    }

    private ExactNumber() {}

    /** The same value with the shortest unscaled value; zero has scale 0. */
    static BigDecimal stripped(BigDecimal number) {
        if (number.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (number.precision() <= 18) {
            return number.stripTrailingZeros();
        }
        BigInteger unscaled = number.unscaledValue();
        int scale = number.scale();
        for (int i = 0; i < ZEROS.length; i++) {
            // A multiple of 10^n is a multiple of 2^n, which costs nothing to see.
            while (unscaled.getLowestSetBit() >= ZEROS[i]) {
                BigInteger[] division = unscaled.divideAndRemainder(POWERS[i]);
                if (division[1].signum() != 0) {
                    break;
                }
                unscaled = division[0];
                scale -= ZEROS[i];
            }
        }
        return new BigDecimal(unscaled, scale);
    }
}
