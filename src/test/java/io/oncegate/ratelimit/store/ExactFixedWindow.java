package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;

/** A counter that begins again at the end of its window. */
final class ExactFixedWindow extends ExactBucket {
    private final long age;
    private final long taken;

    ExactFixedWindow(Limit limit, long age, long taken) {
        super(limit);
        var over = taken == 0 || age >= limit.timeToFullMicros();
        this.age = over ? 0 : age;
        this.taken = over ? 0 : Math.min(taken, Limit.LARGEST / limit.timeToFullMicros());
    }

    @Override
    ExactBucket under(Limit other, boolean owing) {
        return new ExactFixedWindow(other, age, owing ? taken : Math.min(taken, other.capacity()));
    }

    @Override
    ExactBucket after(long micros) {
        return new ExactFixedWindow(limit, age + micros, taken);
    }

    @Override
    boolean has(long cost) {
        return cost == 0 || taken + cost <= limit.capacity();
    }

    @Override
    ExactBucket without(long cost) {
        return new ExactFixedWindow(limit, age, taken + cost);
    }

    @Override
    ExactBucket with(long cost) {
        return new ExactFixedWindow(limit, age, Math.max(0, taken - cost));
    }

    @Override
    boolean isFull() {
        return taken == 0;
    }

    @Override
    long remaining() {
        return limit.capacity() - taken;
    }
}
