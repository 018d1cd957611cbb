package io.oncegate.ratelimit.limit;

import java.math.BigInteger;
import java.util.Optional;

/**
 * What a bucket holds and how it refills. The shared script calculates with doubles, in which integers are exact below
 * 2^53; a limit whose products could reach that is {@link #flaw() flawed} and never comes as far as a bucket.
 *
 * @param capacity N, in whole tokens, at least 1
 */
public record Limit(Algorithm algorithm, long capacity, Rate refill) {

    /**
     * The largest number that the script may meet: 2^53, less a second or two in microseconds, which it adds to waits
     * where the clock has gone back.
     */
    public static final long LARGEST = (1L << 53) - (1L << 21);

    private static final long MICROS = 1_000_000;
    private static final int LONG_BITS = 62;
    private static final BigInteger LARGEST_EXACT = BigInteger.valueOf(LARGEST);

    /** What keeps it from being counted exactly, if anything does: what its capacity must be, without a full stop. */
    public Optional<String> flaw() {
        if (capacity < 1) {
            return Optional.of("must be at least 1");
        }
        if (refill.tokens() > LARGEST || exceeds(units())) {
            return Optional.of("must be lower: " + capacity + " at " + refill.wire()
                    + " cannot be counted exactly, which needs capacity * 1000000"
                    + " * denominator of the rate below 2^53");
        }
        return countsByWindow() ? flawOfTheWindow() : Optional.empty();
    }

    private Optional<String> flawOfTheWindow() {
        if (capacity * MICROS * refill.seconds() % refill.tokens() != 0) {
            return Optional.of("must be such that the window of a " + algorithm.wire()
                    + ", capacity / refill, is a whole number of microseconds, and " + capacity + " / ("
                    + refill.wire() + ") is not");
        }
        // Twice: a sliding window is full again after two of them.
        BigInteger products = BigInteger.valueOf(timeToFullMicros()).multiply(BigInteger.valueOf(2 * capacity));
        return exceeds(products)
                ? Optional.of("must be lower: a " + algorithm.wire() + " of " + capacity + " at " + refill.wire()
                        + " cannot be counted exactly, which needs 2 * capacity * window in microseconds below 2^53")
                : Optional.empty();
    }

    private boolean countsByWindow() {
        return algorithm == Algorithm.FIXED_WINDOW || algorithm == Algorithm.SLIDING_WINDOW;
    }

    /** The capacity in the unit in which one microsecond adds {@code refill.tokens()}. */
    private BigInteger units() {
        return BigInteger.valueOf(capacity)
                .multiply(BigInteger.valueOf(MICROS))
                .multiply(BigInteger.valueOf(refill.seconds()));
    }

    private static boolean exceeds(BigInteger value) {
        return value.compareTo(LARGEST_EXACT) > 0;
    }

    /** Microseconds in which an empty bucket becomes full, rounded up; the window of those algorithms that have one. */
    public long timeToFullMicros() {
        long units = Math.multiplyExact(Math.multiplyExact(capacity, MICROS), refill.seconds());
        return Math.floorDiv(units - 1, refill.tokens()) + 1;
    }

    /** {@code w} of the headers: seconds in which an empty bucket becomes full, rounded up. */
    public long windowSeconds() {
        return Math.floorDiv(timeToFullMicros() - 1, MICROS) + 1;
    }

    /**
     * So many percent of it, 1 or more. The capacity is rounded down, and is at least 1; the rate is exact. Windows keep
     * their length. Where the product could not be counted exactly any more, the rate is the nearest lower one that can,
     * and the capacity the highest that can.
     */
    public Limit scaled(int percent) {
        long scaledCapacity = Math.max(
                1, product(capacity, percent).divide(BigInteger.valueOf(100)).longValueExact());
        Limit scaled =
                countsByWindow() ? sameWindow(scaledCapacity) : new Limit(algorithm, scaledCapacity, times(percent));
        return scaled.flaw().isEmpty() ? scaled : nearest(scaled);
    }

    private Rate times(int percent) {
        BigInteger tokens = product(refill.tokens(), percent);
        BigInteger seconds = product(refill.seconds(), 100);
        BigInteger divisor = tokens.gcd(seconds);
        return new Rate(
                tokens.divide(divisor).longValueExact(), seconds.divide(divisor).longValueExact());
    }

    private Limit sameWindow(long otherCapacity) {
        BigInteger tokens = product(refill.tokens(), otherCapacity);
        BigInteger seconds = product(refill.seconds(), capacity);
        BigInteger divisor = tokens.gcd(seconds);
        return new Limit(
                algorithm,
                otherCapacity,
                new Rate(
                        tokens.divide(divisor).longValueExact(),
                        seconds.divide(divisor).longValueExact()));
    }

    private Limit nearest(Limit inexact) {
        if (countsByWindow()) {
            return this;
        }
        long most = Math.min(inexact.capacity, LARGEST / MICROS);
        long seconds = Math.max(1, LARGEST / MICROS / most);
        long tokens = product(inexact.refill.tokens(), seconds)
                .divide(BigInteger.valueOf(inexact.refill.seconds()))
                .longValueExact();
        return new Limit(algorithm, most, new Rate(Math.max(1, Math.min(tokens, LARGEST)), seconds));
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    /**
     * The part of one among so many instances: the capacity rounded up, the rate exact, or the nearest lower one where
     * that could not be counted in 64 bits. It is counted in the instance's own memory, not by the script.
     */
    public Limit shareOf(int instances) {
        Limit share = new Limit(algorithm, Math.floorDiv(capacity - 1, instances) + 1, refill.dividedBy(instances));
        return share.units().bitLength() < LONG_BITS ? share : nearest(share);
    }
}
