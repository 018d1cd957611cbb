package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;
import java.util.function.LongPredicate;

/**
 * One bucket, calculated in the plainest way that is right. It knows nothing of keys, of clocks that go back, or of how
 * it is stored.
 */
abstract class ExactBucket {

    /** Full, by its limit. */
    static ExactBucket full(Limit limit) {
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET -> new ExactTokenBucket(limit);
            case LEAKY_BUCKET -> new ExactLeakyBucket(limit);
            case FIXED_WINDOW -> new ExactFixedWindow(limit, 0, 0);
            case SLIDING_WINDOW -> new ExactSlidingWindow(limit, 0, 0, 0);
        };
    }

    final Limit limit;

    ExactBucket(Limit limit) {
        this.limit = limit;
    }

    /** The same under another limit of the same algorithm; {@code owing} unless what it owes is forgiven. */
    abstract ExactBucket under(Limit other, boolean owing);

    /** The same, so many microseconds later. */
    abstract ExactBucket after(long micros);

    abstract boolean has(long cost);

    abstract ExactBucket without(long cost);

    abstract ExactBucket with(long cost);

    abstract boolean isFull();

    abstract long remaining();

    final long toFull() {
        return first(later -> after(later).isFull());
    }

    /** -1 for never. */
    final long waitFor(long cost) {
        return cost > limit.capacity() ? -1 : first(later -> after(later).has(cost));
    }

    /** The first moment at which it is so, and from which on it stays so. */
    private static long first(LongPredicate isSo) {
        if (isSo.test(0)) {
            return 0;
        }
        var no = 0L;
        var yes = 1L;
        while (!isSo.test(yes)) {
            no = yes;
            yes *= 2;
        }
        while (yes - no > 1) {
            var middle = no + (yes - no) / 2;
            if (isSo.test(middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return yes;
    }
}
