package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;

/** Two counters; the older one weighs as much as what of its window still lies in the last window's length. */
final class ExactSlidingWindow extends ExactBucket {
    private final long age;
    private final long taken;
    private final long before;

    ExactSlidingWindow(Limit limit, long age, long taken, long before) {
        super(limit);
        var most = Limit.LARGEST / limit.timeToFullMicros();
        var empty = taken == 0 && before == 0;
        this.age = empty ? 0 : age;
        this.taken = Math.min(taken, most);
        this.before = Math.min(before, most);
    }

    @Override
    ExactBucket under(Limit other, boolean owing) {
        return owing
                ? new ExactSlidingWindow(other, age, taken, before)
                : new ExactSlidingWindow(
                        other, age, Math.min(taken, other.capacity()), Math.min(before, other.capacity()));
    }

    @Override
    ExactBucket after(long micros) {
        var window = limit.timeToFullMicros();
        var then = age + micros;
        if (then < window) {
            return new ExactSlidingWindow(limit, then, taken, before);
        }
        return then - window < window
                ? new ExactSlidingWindow(limit, then - window, 0, taken)
                : new ExactSlidingWindow(limit, 0, 0, 0);
    }

    private Fraction weight() {
        var window = limit.timeToFullMicros();
        return Fraction.of(before).times(window - age).dividedBy(window).plus(Fraction.of(taken));
    }

    @Override
    boolean has(long cost) {
        return cost == 0 || weight().plus(Fraction.of(cost)).compareTo(Fraction.of(limit.capacity())) <= 0;
    }

    @Override
    ExactBucket without(long cost) {
        return new ExactSlidingWindow(limit, age, taken + cost, before);
    }

    @Override
    ExactBucket with(long cost) {
        return new ExactSlidingWindow(limit, age, Math.max(0, taken - cost), before);
    }

    @Override
    boolean isFull() {
        return taken == 0 && before == 0;
    }

    @Override
    long remaining() {
        return Fraction.of(limit.capacity()).minus(weight()).floor();
    }
}
