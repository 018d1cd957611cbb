package io.oncegate.ratelimit.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.ExactBuckets;
import io.oncegate.ratelimit.store.ExactBuckets.Ask;
import io.oncegate.ratelimit.store.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LocalBucketsTest {
    private static final int ROOM = 1000;
    private static final long MICRO = 1000;
    private static final Limit TEN = new Limit(Algorithm.TOKEN_BUCKET, 10, Rate.parse("1/s"));

    private final AtomicLong nanos = new AtomicLong();
    private final LocalBuckets buckets = new LocalBuckets(ROOM, nanos::get);

    @Test
    void answersAsTheScriptsTwinDoes() {
        var seed = new Random().nextLong();
        var random = new Random(seed);
        var twin = new ExactBuckets();
        var limits = new ArrayList<Limit>();
        for (var i = 0; i < 6; i++) {
            limits.add(limit(random));
        }
        for (var i = 0; i < 50_000; i++) {
            nanos.addAndGet(MICRO * (random.nextInt(3) == 0 ? random.nextLong(5_000_000) : random.nextLong(1000)));
            if (random.nextInt(50) == 0) {
                limits.set(random.nextInt(6), limit(random));
            }
            var first = random.nextInt(6);
            var charges = new ArrayList<Charge>();
            for (var level = 0; level <= random.nextInt(3); level++) {
                charges.add(charge(random, (first + level) % 6, limits.get((first + level) % 6)));
            }
            var now = nanos.get() / MICRO;
            if (random.nextInt(10) == 0) {
                buckets.giveBack(charges.get(0));
                var unused = twin.call(now, List.of(ask(charges.get(0), 'b')));
            }
            var expected = twin.call(
                    now,
                    charges.stream().map(one -> ask(one, one.manner().code())).toList());

            assertThat(buckets.take(charges)).as("seed %d, %s", seed, charges).isEqualTo(expected.taken());
        }
    }

    private static Limit limit(Random random) {
        return new Limit(
                Algorithm.TOKEN_BUCKET,
                1 + random.nextInt(20),
                new Rate(1 + random.nextInt(20), 1 + random.nextInt(7)));
    }

    private static Charge charge(Random random, int key, Limit limit) {
        return new Charge(
                "k" + key, limit, random.nextInt(5), List.of(Manner.values()).get(random.nextInt(3)));
    }

    private static Ask ask(Charge charge, char manner) {
        return new Ask(charge.key(), charge.limit(), charge.cost(), manner);
    }

    @Test
    void whateverCountsElsewhereIsATokenBucketHere() {
        var leaky = new Limit(Algorithm.LEAKY_BUCKET, 3, Rate.parse("1/s"));

        assertThat(take("k", leaky, 3)).isTrue();
        assertThat(take("k", leaky, 1)).isFalse();
        later(1_000_000);
        assertThat(take("k", leaky, 1)).isTrue();
    }

    @Test
    void aRefusalOfOneChargesNone() {
        assertThat(take("full", TEN, 10)).isTrue();

        var taken = buckets.take(List.of(charge("other", 4), charge("full", 1)));

        assertThat(taken.get(1).granted()).isZero();
        assertThat(buckets.peek(charge("other", 1)).remaining()).isEqualTo(10);
    }

    @Test
    void whatWasDecidedElsewhereCountsDownToNothingAndNoFurther() {
        buckets.charge(charge("k", 25));

        assertThat(buckets.peek(charge("k", 1)).remaining()).isZero();
        assertThat(buckets.peek(charge("k", 1)).waitMicros()).isEqualTo(1_000_000);
    }

    @Test
    void aLoweredLimitClampsAndARaisedOneKeepsWhatIsThere() {
        var three = new Limit(Algorithm.TOKEN_BUCKET, 3, Rate.parse("2/s"));
        assertThat(take("k", TEN, 1)).isTrue();

        assertThat(take("k", three, 3)).isTrue();
        assertThat(take("k", TEN, 1)).isFalse();
        later(1_000_000);
        assertThat(buckets.peek(charge("k", 1)).remaining()).isEqualTo(1);
        later(1_000_000);
        assertThat(take("k", three, 3)).isTrue();
    }

    @Test
    void lookingTakesNothing() {
        assertThat(buckets.peek(charge("k", 10)).granted()).isEqualTo(10);
        assertThat(take("k", TEN, 10)).isTrue();
        assertThat(buckets.peek(charge("k", 1)).granted()).isZero();
    }

    @Test
    void moreKeysThanThereIsRoomForAreAllServed() {
        for (var i = 0; i < 50 * ROOM; i++) {
            assertThat(take("k" + i, TEN, 10)).isTrue();
        }
    }

    @Test
    void lookingIsNeverRefusedAndTellsHowLongOneTokenWaits() {
        assertThat(take("k", TEN, 10)).isTrue();
        later(400_000);

        var taken = buckets.take(List.of(charge("k", 0), charge("other", 1)));

        assertThat(taken.get(0)).isEqualTo(new Taken(0, 0, 600_000, 9_600_000));
        assertThat(buckets.peek(charge("other", 1)).remaining()).isEqualTo(9);
    }

    @Test
    void threadsTogetherTakeNoMoreThanThereIs() throws InterruptedException {
        // Given
        var threads = 4;
        var granted = new AtomicLong();
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(threads);
        var pairs = List.of(List.of("a", "b"), List.of("b", "a"), List.of("a", "c"), List.of("c", "a"));
        // When
        for (var pair : pairs) {
            pool.execute(() -> {
                awaitStart(start);
                for (var i = 0; i < 20_000; i++) {
                    var taken = buckets.take(List.of(charge(pair.get(0), 1), charge(pair.get(1), 1)));
                    granted.addAndGet(taken.stream().allMatch(one -> one.granted() == 1) ? 1 : 0);
                    nanos.addAndGet(10 * MICRO);
                }
            });
        }
        start.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        // Then: each call takes one from a; 800 ms have passed in all.
        assertThat(granted.get()).isEqualTo(10);
        later(200_000);
        assertThat(buckets.peek(charge("a", 1)).granted()).isEqualTo(1);
    }

    private static void awaitStart(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean take(String key, Limit limit, long cost) {
        return buckets.take(List.of(new Charge(key, limit, cost, Manner.ENFORCE)))
                        .get(0)
                        .granted()
                == cost;
    }

    private static Charge charge(String key, long cost) {
        return new Charge(key, TEN, cost, Manner.ENFORCE);
    }

    private void later(long micros) {
        nanos.addAndGet(micros * MICRO);
    }
}
