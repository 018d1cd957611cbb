package io.oncegate.ratelimit.redis;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.background.TestBackgrounds;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import io.oncegate.ratelimit.store.RedisConfig;
import io.oncegate.ratelimit.store.StoreFailedException;
import io.oncegate.ratelimit.store.StoreFailedException.Reason;
import io.oncegate.ratelimit.store.Taken;
import io.oncegate.testsupport.Settings;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The shared buckets as the service has them, on a Redis that the test names, with what a caller sees of them. */
final class TestBuckets implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final Vertx vertx = Vertx.vertx();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final RedisBuckets buckets;

    private TestBuckets(Map<String, String> settings) {
        this.buckets = new RedisBuckets(
                vertx,
                Settings.of(RedisConfig.class, settings),
                Settings.of(RateLimitStoreConfig.class, settings),
                new StoreMetrics(registry),
                TestBackgrounds.on(vertx));
        buckets.begin(new StartupEvent());
    }

    /** With the defaults, but for times: a test machine may stop for longer than Redis may take. */
    static TestBuckets patient(String url) {
        return on(url, Map.of("oncegate.rate-limit.timeout", "10s", "oncegate.rate-limit.breaker-slow", "10s"));
    }

    static TestBuckets on(String url, Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("oncegate.redis.url", url);
        return new TestBuckets(all);
    }

    @CanIgnoreReturnValue
    List<Taken> take(Charge... charges) {
        return waited(begin(charges));
    }

    /** Why a call failed; empty when it did not. */
    Optional<Reason> failure(Charge... charges) {
        try {
            take(charges);
            return Optional.empty();
        } catch (CompletionException failed) {
            return Optional.of(((StoreFailedException) failed.getCause()).reason());
        }
    }

    CompletableFuture<List<Taken>> begin(Charge... charges) {
        return buckets.take(List.of(charges), Duration.ofSeconds(10)).subscribeAsCompletionStage();
    }

    @CanIgnoreReturnValue
    static <T> T waited(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new CompletionException(failed.getCause());
        } catch (TimeoutException never) {
            throw new AssertionError("There is no answer.", never);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** A bucket that hardly refills. */
    static Charge charge(String key, long capacity, long cost) {
        return new Charge(
                key, new Limit(Algorithm.TOKEN_BUCKET, capacity, Rate.parse("1/1000s")), cost, Manner.ENFORCE);
    }

    double counted(String name, String... labels) {
        return registry.get(name).tags(labels).counter().count();
    }

    @Override
    public void close() {
        buckets.close();
        waited(vertx.close().toCompletionStage().toCompletableFuture());
    }
}
