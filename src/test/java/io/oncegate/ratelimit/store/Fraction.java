package io.oncegate.ratelimit.store;

import java.math.BigInteger;

/** An exact number. */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {

    static Fraction of(long whole) {
        return of(whole, 1);
    }

    static Fraction of(long numerator, long denominator) {
        return new Fraction(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    Fraction plus(Fraction other) {
        return denominator.equals(other.denominator)
                ? new Fraction(numerator.add(other.numerator), denominator)
                : new Fraction(
                        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                        denominator.multiply(other.denominator));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.numerator.negate(), other.denominator));
    }

    Fraction times(long factor) {
        return new Fraction(numerator.multiply(BigInteger.valueOf(factor)), denominator);
    }

    Fraction dividedBy(long divisor) {
        return new Fraction(numerator, denominator.multiply(BigInteger.valueOf(divisor)));
    }

    long floor() {
        var parts = numerator.divideAndRemainder(denominator);
        return parts[0].longValueExact() - (parts[1].signum() < 0 ? 1 : 0);
    }

    long ceil() {
        return -new Fraction(numerator.negate(), denominator).floor();
    }

    Fraction max(Fraction other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Fraction min(Fraction other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public int compareTo(Fraction other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }
}
