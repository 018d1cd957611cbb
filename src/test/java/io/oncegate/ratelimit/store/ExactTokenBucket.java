package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;

/** Micro-tokens that refill. */
final class ExactTokenBucket extends ExactBucket {
    static final long MICROS = 1_000_000;

    private final Fraction microTokens;

    ExactTokenBucket(Limit limit) {
        this(limit, full(limit, 0));
    }

    private ExactTokenBucket(Limit limit, Fraction microTokens) {
        super(limit);
        this.microTokens = microTokens.min(full(limit, 0)).max(least(limit));
    }

    private static Fraction full(Limit limit, long lessUnits) {
        return Fraction.of(
                limit.capacity() * MICROS * limit.refill().seconds() - lessUnits,
                limit.refill().seconds());
    }

    /** As deep as a debt can be counted. */
    private static Fraction least(Limit limit) {
        return full(limit, Limit.LARGEST);
    }

    @Override
    ExactBucket under(Limit other, boolean owing) {
        var sameUnit = other.refill().seconds() == limit.refill().seconds();
        var kept = sameUnit ? microTokens : Fraction.of(ExactLeakyBucket.countable(microTokens.floor(), other));
        return new ExactTokenBucket(other, owing ? kept : kept.max(Fraction.of(0)));
    }

    @Override
    ExactBucket after(long micros) {
        var gained =
                Fraction.of(limit.refill().tokens(), limit.refill().seconds()).times(micros);
        return new ExactTokenBucket(limit, microTokens.plus(gained));
    }

    @Override
    boolean has(long cost) {
        return microTokens.compareTo(Fraction.of(cost).times(MICROS)) >= 0;
    }

    @Override
    ExactBucket without(long cost) {
        return new ExactTokenBucket(limit, microTokens.minus(Fraction.of(cost).times(MICROS)));
    }

    @Override
    ExactBucket with(long cost) {
        return new ExactTokenBucket(limit, microTokens.plus(Fraction.of(cost).times(MICROS)));
    }

    @Override
    boolean isFull() {
        return microTokens.compareTo(full(limit, 0)) == 0;
    }

    @Override
    long remaining() {
        return microTokens.dividedBy(MICROS).floor();
    }
}
