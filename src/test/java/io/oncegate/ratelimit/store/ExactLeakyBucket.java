package io.oncegate.ratelimit.store;

import static io.oncegate.ratelimit.store.ExactTokenBucket.MICROS;

import io.oncegate.ratelimit.limit.Limit;

/** Micro-tokens that have to leak out before anything is let in again. */
final class ExactLeakyBucket extends ExactBucket {
    private static final Fraction NOTHING = Fraction.of(0);

    private final Fraction leaking;

    ExactLeakyBucket(Limit limit) {
        this(limit, NOTHING);
    }

    private ExactLeakyBucket(Limit limit, Fraction leaking) {
        super(limit);
        this.leaking = leaking.max(NOTHING)
                .min(Fraction.of(Limit.LARGEST, limit.refill().seconds()));
    }

    /** What can be counted in the unit of another rate. */
    static long countable(long microTokens, Limit limit) {
        var most = Limit.LARGEST / limit.refill().seconds();
        return Math.max(-most, Math.min(most, microTokens));
    }

    @Override
    ExactBucket under(Limit other, boolean owing) {
        var sameUnit = other.refill().seconds() == limit.refill().seconds();
        var kept = sameUnit ? leaking : Fraction.of(countable(leaking.floor(), other));
        var most = Fraction.of(other.capacity()).times(MICROS);
        return new ExactLeakyBucket(other, owing ? kept : kept.min(most));
    }

    @Override
    ExactBucket after(long micros) {
        var leaked =
                Fraction.of(limit.refill().tokens(), limit.refill().seconds()).times(micros);
        return new ExactLeakyBucket(limit, leaking.minus(leaked));
    }

    @Override
    boolean has(long cost) {
        return cost == 0 || isFull();
    }

    @Override
    ExactBucket without(long cost) {
        return new ExactLeakyBucket(limit, leaking.plus(Fraction.of(cost).times(MICROS)));
    }

    @Override
    ExactBucket with(long cost) {
        return new ExactLeakyBucket(limit, leaking.minus(Fraction.of(cost).times(MICROS)));
    }

    @Override
    boolean isFull() {
        return leaking.compareTo(NOTHING) == 0;
    }

    @Override
    long remaining() {
        var left =
                Fraction.of(limit.capacity()).minus(leaking.dividedBy(MICROS)).floor();
        return isFull() ? limit.capacity() : Math.min(0, left);
    }
}
