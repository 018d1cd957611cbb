package io.oncegate.ratelimit.redis;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Four buckets of Bucket4j for one decision, as its manual shows it, in what favours it: asynchronous, over one pipelined
 * connection, proxies made beforehand, the next step on the thread that the answer came on, and no two decisions on one
 * bucket at a time, so that no compare-and-swap is ever repeated.
 */
final class Bucket4jDecisions {
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(10);

    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final List<List<AsyncBucketProxy>> buckets;

    Bucket4jDecisions(String address, int subjects, int levels) {
        this.client = RedisClient.create(RedisURI.create("redis://" + address));
        this.connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        AsyncProxyManager<String> proxies = Bucket4jLettuce.casBasedBuilder(connection)
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(LONGEST_LIFE))
                .build()
                .asAsync();
        CompletableFuture<BucketConfiguration> configuration =
                CompletableFuture.completedFuture(BucketConfiguration.builder()
                        .addLimit(limit -> limit.capacity(OwnDecisions.CAPACITY)
                                .refillGreedy(OwnDecisions.REFILL_PER_SECOND, Duration.ofSeconds(1)))
                        .build());
        this.buckets = IntStream.range(0, subjects)
                .mapToObj(subject -> IntStream.range(0, levels)
                        .mapToObj(level -> proxies.getProxy("bucket4j:" + level + ":" + subject, () -> configuration))
                        .toList())
                .toList();
    }

    /** One after the other, until one denies: what the others have taken would have to be given back. */
    Variant inTurn(String name) {
        return new Variant(name, (subject, done) -> next(buckets.get(subject), 0, done), Runnable::run);
    }

    private void next(List<AsyncBucketProxy> levels, int level, Consumer<@Nullable Throwable> done) {
        if (level == levels.size()) {
            done.accept(null);
            return;
        }
        levels.get(level).tryConsumeAndReturnRemaining(1).whenComplete((probe, failure) -> {
            if (failure != null) {
                done.accept(failure);
            } else if (!probe.isConsumed()) {
                done.accept(new IllegalStateException("a bucket is empty"));
            } else {
                next(levels, level + 1, done);
            }
        });
    }

    /** All at once: one that denies comes too late to keep the others from being charged. */
    Variant atOnce(String name) {
        BiConsumer<Integer, Consumer<@Nullable Throwable>> all = (subject, done) -> {
            List<CompletableFuture<ConsumptionProbe>> probes = buckets.get(subject).stream()
                    .map(bucket -> bucket.tryConsumeAndReturnRemaining(1))
                    .toList();
            var unused = CompletableFuture.allOf(probes.toArray(CompletableFuture[]::new))
                    .whenComplete((none, failure) -> done.accept(failure == null ? denied(probes.stream()) : failure));
        };
        return new Variant(name, all::accept, Runnable::run);
    }

    private static @Nullable Throwable denied(Stream<CompletableFuture<ConsumptionProbe>> probes) {
        return probes.allMatch(probe -> probe.join().isConsumed())
                ? null
                : new IllegalStateException("a bucket is empty");
    }

    void close() {
        connection.close();
        client.shutdown();
    }
}
