package io.oncegate.ratelimit.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.InstanceBuckets;
import io.oncegate.ratelimit.store.Taken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Buckets of one instance. Each has its own lock, held for a few additions; where a call charges several, their locks
 * are taken in the order of their keys.
 */
final class LocalBuckets implements InstanceBuckets {

    private static final long NANOS_PER_MICRO = 1000;

    private final LongSupplier nanoClock;
    private final long began;
    private final Cache<String, Bucket> buckets;

    /**
     * @param most buckets; beyond, those used least are forgotten, full or not
     * @param nanoClock as {@link System#nanoTime()}
     */
    LocalBuckets(int most, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.began = nanoClock.getAsLong();
        this.buckets = Caffeine.newBuilder()
                .maximumSize(most)
                .ticker(nanoClock::getAsLong)
                .expireAfter(new UntilSurelyFull())
                .build();
    }

    @Override
    public List<Taken> take(List<Charge> charges) {
        if (charges.size() == 1) {
            return List.of(takeOne(charges.get(0)));
        }
        List<Bucket> found = charges.stream().map(this::bucket).toList();
        int[] order = IntStream.range(0, charges.size())
                .boxed()
                .sorted(Comparator.comparing(i -> charges.get(i).key()))
                .mapToInt(Integer::intValue)
                .toArray();
        List<Taken> taken = new ArrayList<>();
        locked(found, order, 0, () -> taken.addAll(takeAll(charges, found)));
        return taken;
    }

    private Taken takeOne(Charge charge) {
        Bucket bucket = bucket(charge);
        synchronized (bucket) {
            long now = nowMicros();
            Tokens seen = bucket.seen(charge.limit(), now, charge.manner() == Charge.Manner.SHADOW);
            Taken offer = seen.offer(charge);
            return charge.mayRefuse() && offer.waitMicros() != 0 ? offer : charged(charge, bucket, seen, offer, now);
        }
    }

    private static void locked(List<Bucket> buckets, int[] order, int next, Runnable action) {
        if (next == order.length) {
            action.run();
            return;
        }
        synchronized (buckets.get(order[next])) {
            locked(buckets, order, next + 1, action);
        }
    }

    private List<Taken> takeAll(List<Charge> charges, List<Bucket> found) {
        long now = nowMicros();
        List<Tokens> seen = new ArrayList<>();
        List<Taken> answers = new ArrayList<>();
        boolean allowed = true;
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            seen.add(found.get(i).seen(charge.limit(), now, charge.manner() == Charge.Manner.SHADOW));
            answers.add(seen.get(i).offer(charge));
            allowed &= !charge.mayRefuse() || answers.get(i).waitMicros() == 0;
        }
        for (int i = 0; allowed && i < charges.size(); i++) {
            answers.set(i, charged(charges.get(i), found.get(i), seen.get(i), answers.get(i), now));
        }
        return answers;
    }

    private static Taken charged(Charge charge, Bucket bucket, Tokens seen, Taken offer, long now) {
        boolean owes = charge.manner() == Charge.Manner.SHADOW;
        long count = owes ? charge.cost() : offer.granted();
        if (count == 0) {
            return offer;
        }
        Tokens left = owes ? seen.without(count) : seen.withoutOwing(count);
        bucket.become(left, now);
        return left.answer(offer.granted(), offer.waitMicros());
    }

    @Override
    public void charge(Charge charge) {
        change(charge, false, seen -> seen.withoutOwing(charge.cost()));
    }

    @Override
    public void giveBack(Charge charge) {
        change(charge, true, seen -> seen.with(charge.cost()));
    }

    private void change(Charge charge, boolean mayOwe, UnaryOperator<Tokens> change) {
        if (charge.cost() == 0) {
            return;
        }
        Bucket bucket = bucket(charge);
        synchronized (bucket) {
            long now = nowMicros();
            bucket.become(change.apply(bucket.seen(charge.limit(), now, mayOwe)), now);
        }
    }

    @Override
    public Taken peek(Charge charge) {
        Bucket bucket = bucket(charge);
        synchronized (bucket) {
            return bucket.seen(charge.limit(), nowMicros(), charge.manner() == Charge.Manner.SHADOW)
                    .offer(charge);
        }
    }

    private Bucket bucket(Charge charge) {
        return buckets.get(charge.key(), key -> new Bucket(charge.limit(), nowMicros()));
    }

    /** Since this object began: what a machine's uptime adds would be lost room. */
    private long nowMicros() {
        return (nanoClock.getAsLong() - began) / NANOS_PER_MICRO;
    }

    /** A bucket that nobody has touched for the longest time that it can take to fill is as good as a new one. */
    private static final class UntilSurelyFull implements Expiry<String, Bucket> {

        /** In which a bucket in use learns of a limit under which it takes longer. */
        private static final Duration MARGIN = Duration.ofMinutes(1);

        /** What fits into nanoseconds. */
        private static final Duration LONGEST = Duration.ofDays(36_500);

        @Override
        public long expireAfterCreate(String key, Bucket bucket, long now) {
            return nanos(bucket);
        }

        @Override
        public long expireAfterUpdate(String key, Bucket bucket, long now, long left) {
            return nanos(bucket);
        }

        @Override
        public long expireAfterRead(String key, Bucket bucket, long now, long left) {
            return nanos(bucket);
        }

        private static long nanos(Bucket bucket) {
            long micros = Math.min(bucket.longestToFullMicros(), LONGEST.toSeconds() * 1_000_000);
            return TimeUnit.MICROSECONDS.toNanos(micros) + MARGIN.toNanos();
        }
    }
}
