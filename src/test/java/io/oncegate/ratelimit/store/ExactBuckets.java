package io.oncegate.ratelimit.store;

import io.oncegate.ratelimit.limit.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the shared script has to answer: its twin, in exact rationals and without a thought for speed. Time is what its
 * caller says.
 */
public final class ExactBuckets {
    private static final long TOLERANCE = 1_000_000;

    private final Map<String, Stored> stored = new HashMap<>();

    /** {@code manner} is a {@link Charge.Manner}'s code, or {@code b} to give back. */
    public record Ask(String key, Limit limit, long cost, char manner) {
        boolean forgives() {
            return manner == 'e' || manner == 'p';
        }
    }

    /** The script's reply. */
    public record Answer(boolean allowed, long ahead, List<Taken> taken) {}

    private record Stored(long at, ExactBucket bucket) {}

    private record Seen(Ask ask, long at, long later, boolean datedBack, ExactBucket bucket) {

        /** What the cost, or one token of it, has to wait for in this bucket. */
        long waitFor(long cost) {
            var micros = ask.manner == 'b' ? 0 : bucket.waitFor(cost);
            return micros > 0 ? micros + later : micros;
        }

        long waits() {
            return waitFor(ask.manner == 'p' ? 1 : Math.max(1, ask.cost));
        }

        long granted() {
            if (ask.manner == 'b' || ask.cost == 0 || waits() != 0) {
                return 0;
            }
            return ask.manner == 'p' ? Math.min(ask.cost, bucket.remaining()) : ask.cost;
        }

        boolean refuses() {
            return ask.manner == 'e' && ask.cost > 0 && waits() != 0;
        }

        ExactBucket charged() {
            return switch (ask.manner) {
                case 'b' -> bucket.with(ask.cost);
                case 's' -> bucket.without(ask.cost);
                default -> bucket.without(granted());
            };
        }

        /** {@code after}: what the bucket is when the call is over. */
        Taken taken(ExactBucket after) {
            var micros = after.toFull();
            return new Taken(granted(), after.remaining(), waits(), micros > 0 ? micros + later : 0);
        }
    }

    public Answer call(long now, List<Ask> asks) {
        var levels = asks.stream().map(ask -> see(now, ask)).toList();
        var allowed = levels.stream().noneMatch(Seen::refuses);
        var taken = new ArrayList<Taken>();
        for (var level : levels) {
            var after = allowed ? level.charged() : level.bucket;
            taken.add(level.taken(after));
            var charged = allowed && (level.ask.manner == 'b' || level.ask.manner == 's' || level.granted() > 0);
            if (level.ask.cost > 0 && (charged || level.datedBack)) {
                keep(level, after);
            }
        }
        return new Answer(allowed, levels.stream().filter(Seen::datedBack).count(), taken);
    }

    private void keep(Seen level, ExactBucket after) {
        if (after.isFull()) {
            stored.remove(level.ask.key);
        } else {
            stored.put(level.ask.key, new Stored(level.at, after));
        }
    }

    private Seen see(long now, Ask ask) {
        var known = stored.get(ask.key);
        if (known == null || known.bucket.limit.algorithm() != ask.limit.algorithm()) {
            return new Seen(ask, now, 0, false, ExactBucket.full(ask.limit));
        }
        var bucket = known.bucket.under(ask.limit, !ask.forgives());
        var ahead = known.at - now;
        if (ahead <= 0) {
            return new Seen(ask, now, 0, false, bucket.after(-ahead));
        }
        return ahead <= TOLERANCE
                ? new Seen(ask, known.at, ahead, false, bucket.after(0))
                : new Seen(ask, now, 0, true, bucket.after(0));
    }
}
