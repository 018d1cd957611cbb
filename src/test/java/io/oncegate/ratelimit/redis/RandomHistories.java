package io.oncegate.ratelimit.redis;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.ExactBuckets.Answer;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.ratelimit.store.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What callers, operators and clocks do to a few buckets, at random: mostly sane, now and then extreme. */
final class RandomHistories {
    private static final long START = 1_700_000_000_000_000L;
    private static final long HOUR = 3_600_000_000L;
    private static final long SECOND = 1_000_000;
    private static final int KEYS = 12;
    private static final long HUGE = (1L << 53) - 1;

    private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());

    private final Random random;
    private final Algorithm algorithm;
    private final Map<String, Limit> limits = new HashMap<>();
    private long now = START;
    private List<Taken> last = List.of();
    private int denied;
    private int owed;
    private int partly;
    private int datedBack;

    RandomHistories(Random random, Algorithm algorithm) {
        this.random = random;
        this.algorithm = algorithm;
    }

    /** Often exactly when something was said to be granted or full, or one microsecond before. */
    long nextTime() {
        var step = switch (random.nextInt(20)) {
            case 0, 1, 2 -> 0;
            case 3, 4, 5, 6 -> random.nextLong(1000);
            case 7, 8, 9 -> random.nextLong(SECOND);
            case 10, 11, 12, 13 -> announced();
            case 14, 15 -> announced() - 1;
            case 16 -> -random.nextLong(SECOND + 2);
            case 17 -> random.nextLong(20 * SECOND);
            case 18 -> random.nextInt(10) == 0 ? HOUR : random.nextLong(100 * SECOND);
            default -> random.nextInt(10) == 0 ? -HOUR : random.nextLong(10);
        };
        // Announced times may be centuries away, and clocks do not show those.
        now = Math.max(START - 1000 * HOUR, Math.min(now + step, START + 10_000 * HOUR));
        if (now == START + 10_000 * HOUR) {
            now = START;
        }
        return now;
    }

    private long announced() {
        if (last.isEmpty()) {
            return 1;
        }
        var one = last.get(random.nextInt(last.size()));
        return Math.max(0, random.nextBoolean() ? one.waitMicros() : one.toFullMicros());
    }

    List<Ask> nextAsks() {
        var asks = new ArrayList<Ask>();
        var first = random.nextInt(KEYS);
        var count = 1 + random.nextInt(4);
        for (var i = 0; i < count; i++) {
            asks.add(ask("rl:{t}:v1:p:" + (first + i) % KEYS));
        }
        return asks;
    }

    private Ask ask(String key) {
        var limit = limits.compute(key, (same, now) -> now == null || random.nextInt(60) == 0 ? limit() : now);
        var cost = switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> limit.capacity();
            case 2 -> limit.capacity() + 1;
            case 3 -> random.nextInt(20) == 0 ? HUGE : random.nextLong(limit.capacity()) + 1;
            case 4, 5 -> random.nextLong(limit.capacity()) + 1;
            default -> Math.min(limit.capacity(), 1 + random.nextInt(2));
        };
        return new Ask(key, limit, cost, "eeeeeeeessppbb".charAt(random.nextInt(14)));
    }

    private Limit limit() {
        while (true) {
            var counted = random.nextInt(30) == 0 ? ALGORITHMS.get(random.nextInt(ALGORITHMS.size())) : algorithm;
            var limit = new Limit(counted, capacity(), rate());
            if (limit.flaw().isEmpty()) {
                return limit;
            }
        }
    }

    private long capacity() {
        return switch (random.nextInt(8)) {
            case 0 -> 1;
            case 1 -> 9_000_000_000L;
            case 2 -> 1 + random.nextInt(100_000);
            default -> 1 + random.nextInt(30);
        };
    }

    private Rate rate() {
        return switch (random.nextInt(8)) {
            case 0 -> Rate.parse("1/d");
            case 1 -> Rate.parse("1/10s");
            case 2 -> new Rate(1 + random.nextInt(1000), 1 + random.nextInt(1000));
            case 3 -> new Rate(1 + random.nextInt(100_000_000), 1);
            default -> new Rate(1 + random.nextInt(20), 1 + random.nextInt(7));
        };
    }

    void learn(Answer answer) {
        last = answer.taken();
        denied += answer.allowed() ? 0 : 1;
        datedBack += (int) answer.ahead();
        for (var taken : last) {
            owed += taken.remaining() < 0 ? 1 : 0;
            partly += taken.granted() > 1 ? 1 : 0;
        }
    }

    /** Whether the history was one in which something could go wrong. */
    boolean sawEverything() {
        return denied > 1000 && owed > 1000 && partly > 1000 && datedBack > 100;
    }

    @Override
    public String toString() {
        return "denied=%d owed=%d partly=%d datedBack=%d".formatted(denied, owed, partly, datedBack);
    }
}
