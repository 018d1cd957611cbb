package io.oncegate.ratelimit.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Callers that ask again as soon as they are answered: so many decisions are always under way. */
final class ClosedLoop {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long PATIENCE_SECONDS = 300;

    /** So that a store that refuses at once does not become a busy loop. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);

    private final Variant variant;
    private final int callers;
    private final int subjects;
    private final long end;
    private final CountDownLatch running;
    private final AtomicInteger nextSubject = new AtomicInteger();
    private final AtomicLong failures = new AtomicLong();

    /**
     * What came of it, times in milliseconds; and what one decision took: microseconds of a processor here and in Redis,
     * which say more than the rate where others use the machine too, and bytes that were allocated.
     */
    record Outcome(double perSecond, double p50, double p99, double ownMicros, double redisMicros, double bytes) {}

    private ClosedLoop(Variant variant, int callers, int subjects, Duration length) {
        this.variant = variant;
        this.callers = callers;
        this.subjects = subjects;
        this.end = System.nanoTime() + length.toNanos();
        this.running = new CountDownLatch(callers);
    }

    /** Code that never ran is late for every deadline, and slow for a while: few callers first, and nothing is measured. */
    static void warmUp(Variant variant, int callers, int subjects, Duration length) throws InterruptedException {
        for (int some : new int[] {1, callers, callers}) {
            new ClosedLoop(variant, some, subjects, length).times();
        }
    }

    static Outcome run(Variant variant, int callers, int subjects, Duration length, Effort effort)
            throws InterruptedException {
        System.gc();
        Effort.Spent before = effort.spent();
        ClosedLoop loop = new ClosedLoop(variant, callers, subjects, length);
        long[] times = loop.times();
        Effort.Spent after = effort.spent();
        Arrays.sort(times);
        loop.complain(times.length);
        return new Outcome(
                times.length * 1e9 / length.toNanos(),
                times[times.length / 2] / NANOS_PER_MILLI,
                times[(int) (times.length * 0.99)] / NANOS_PER_MILLI,
                (after.ownMicros() - before.ownMicros()) / times.length,
                (after.redisMicros() - before.redisMicros()) / times.length,
                (after.bytes() - before.bytes()) / times.length);
    }

    /** How long each decision took, in nanoseconds. */
    private long[] times() throws InterruptedException {
        List<Caller> all = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Caller caller = new Caller();
            all.add(caller);
            variant.start().run(caller::ask);
        }
        if (!running.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(variant.name() + ": decisions are still under way");
        }
        return all.stream().flatMapToLong(Caller::times).toArray();
    }

    /** A few decisions that are late on a busy machine are a fact of it; more of them are another measurement. */
    private void complain(int decisions) {
        if (failures.get() > 0) {
            System.err.printf("%s: %d of %d failed%n", variant.name(), failures.get(), decisions + failures.get());
        }
        if (decisions == 0 || failures.get() > decisions / 100) {
            throw new IllegalStateException(variant.name() + ": too many decisions failed");
        }
    }

    /** One of them. Its calls follow each other, on whatever threads. */
    private final class Caller {
        private long[] times = new long[1024];
        private int count;
        private long asked;

        void ask() {
            asked = System.nanoTime();
            variant.decision().decide(Math.floorMod(nextSubject.getAndIncrement(), subjects), this::answered);
        }

        private void answered(@Nullable Throwable failure) {
            long now = System.nanoTime();
            if (now >= end) {
                running.countDown();
            } else if (failure != null) {
                if (failures.getAndIncrement() == 0) {
                    System.err.println(variant.name() + ": " + failure);
                }
                LATER.execute(() -> variant.start().run(this::ask));
            } else {
                if (count == times.length) {
                    times = Arrays.copyOf(times, 2 * count);
                }
                times[count++] = now - asked;
                ask();
            }
        }

        LongStream times() {
            return Arrays.stream(times, 0, count);
        }
    }
}
