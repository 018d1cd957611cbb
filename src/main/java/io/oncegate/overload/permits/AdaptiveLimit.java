package io.oncegate.overload.permits;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A number of permits that follows PostgreSQL: it falls while statements take longer than they used to, and grows again
 * when they do not, as long as it is used (Netflix' Gradient2, on means over short windows, so that one slow statement
 * says nothing). Between a floor, below which nothing would be learnt any more, and a ceiling. Thread-safe.
 */
public final class AdaptiveLimit {

    /** So much longer than usual is no reason to fall: statements differ among themselves. */
    private static final double TOLERANCE = 2.0;

    /** Of a new estimate in the next limit. */
    private static final double SMOOTHING = 0.2;

    /** Windows whose mean is what usual means: at the shortest, a minute of them. */
    private static final int USUAL_WINDOWS = 600;

    private static final Duration SHORTEST_WINDOW = Duration.ofMillis(100);
    private static final Duration LONGEST_WINDOW = Duration.ofSeconds(1);

    /** A window with fewer says nothing. */
    private static final int FEWEST_STATEMENTS = 10;

    /** What a limit grows by in a window in which nothing is slower. */
    private static final int STEP = 2;

    private final Limit limit;
    private final int ceiling;

    /** Begins at the ceiling: what PostgreSQL cannot do shows within a second. {@code 1 <= floor <= ceiling}. */
    public AdaptiveLimit(int floor, int ceiling) {
        this.ceiling = ceiling;
        Limit gradient = Gradient2Limit.newBuilder()
                .initialLimit(ceiling)
                .minLimit(floor)
                .maxConcurrency(ceiling)
                .queueSize(STEP)
                .rttTolerance(TOLERANCE)
                .smoothing(SMOOTHING)
                .longWindow(USUAL_WINDOWS)
                .build();
        this.limit = WindowedLimit.newBuilder()
                .minWindowTime(SHORTEST_WINDOW.toMillis(), TimeUnit.MILLISECONDS)
                .maxWindowTime(LONGEST_WINDOW.toMillis(), TimeUnit.MILLISECONDS)
                .windowSize(FEWEST_STATEMENTS)
                .build(gradient);
    }

    /** Permits there are now. */
    public int permits() {
        return Math.min(ceiling, limit.getLimit());
    }

    /**
     * A statement has ended.
     *
     * @param startNanos when it left, on a monotonic clock
     * @param tookNanos until its reply, or until its connection was lost
     * @param inUse permits in use at its end
     */
    public void learn(long startNanos, long tookNanos, int inUse) {
        limit.onSample(startNanos, Math.max(1, tookNanos), inUse, false);
    }
}
