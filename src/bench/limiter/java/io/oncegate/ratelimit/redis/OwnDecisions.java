package io.oncegate.ratelimit.redis;

import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.oncegate.background.BenchBackground;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import io.oncegate.ratelimit.limiter.BenchLimiter;
import io.oncegate.ratelimit.limiter.LevelCharge;
import io.oncegate.ratelimit.limiter.Limiter;
import io.oncegate.ratelimit.policy.OnStoreFailure;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.policy.Store;
import io.oncegate.ratelimit.policy.Terms;
import io.oncegate.ratelimit.store.BucketKey;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.ratelimit.store.Charge.Manner;
import io.oncegate.ratelimit.store.RateLimitStoreConfig;
import io.oncegate.ratelimit.store.RedisConfig;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The service's own decisions, by its own classes at their default settings, but for the length of the deadline: a
 * machine that is measured on may stop for longer than a request should wait.
 */
final class OwnDecisions {

    /** Never empty in a run, and below what the script can count. */
    static final int CAPACITY = 1_000_000;

    static final int REFILL_PER_SECOND = 500_000;

    private static final Duration MOST = Duration.ofSeconds(1);
    private static final Limit LIMIT = new Limit(Algorithm.TOKEN_BUCKET, CAPACITY, new Rate(REFILL_PER_SECOND, 1));
    private static final List<Policy> POLICIES = List.of(
            policy("tenant", Level.TENANT),
            policy("client", Level.CLIENT),
            policy("export", Level.TENANT_ROUTE),
            policy("payment-attempts", Level.PAYER));
    private static final Terms TERMS = new Terms(LIMIT, Mode.ENFORCE, OnStoreFailure.LOCAL, Terms.Origin.BASE);

    private final VertxInternal vertx;
    private final RedisBuckets buckets;
    private final Limiter limiter;
    private final List<List<Charge>> charges;

    OwnDecisions(Vertx vertx, String address, int subjects) {
        this.vertx = (VertxInternal) vertx;
        Map<String, String> settings = Map.of(
                "oncegate.redis.url",
                "redis://" + address,
                "oncegate.rate-limit.timeout",
                "1s",
                "oncegate.rate-limit.breaker-slow",
                "1s");
        this.buckets = new RedisBuckets(
                vertx,
                settings(RedisConfig.class, settings),
                settings(RateLimitStoreConfig.class, settings),
                new StoreMetrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)),
                BenchBackground.on(vertx));
        buckets.begin(new StartupEvent());
        this.limiter = BenchLimiter.on(buckets);
        this.charges =
                IntStream.range(0, subjects).mapToObj(OwnDecisions::charges).toList();
    }

    /** So many levels of the shared buckets, in one call. */
    Variant levels(String name, int levels) {
        List<List<Charge>> some =
                charges.stream().map(all -> all.subList(0, levels)).toList();
        return new Variant(
                name,
                (subject, done) ->
                        buckets.take(some.get(subject), MOST).subscribe().with(taken -> done.accept(null), done),
                this::start);
    }

    /** All that a request's four levels cost: from their names to the ruling. */
    Variant limiter(String name) {
        return new Variant(
                name,
                (subject, done) -> limiter.take(levelCharges(subject), MOST)
                        .subscribe()
                        .with(
                                ruling -> done.accept(
                                        ruling.allows() ? null : new IllegalStateException(ruling.toString())),
                                done),
                this::start);
    }

    /** The same script, and nothing around it. */
    List<List<Charge>> charges() {
        return charges;
    }

    /** Callers are on all event loops in turn, as connections are. */
    void start(Runnable caller) {
        vertx.createEventLoopContext().runOnContext(begun -> caller.run());
    }

    void close() {
        buckets.close();
    }

    private static List<Charge> charges(int subject) {
        return POLICIES.stream()
                .map(policy -> new Charge(key(policy, subject), LIMIT, 1, Manner.ENFORCE))
                .toList();
    }

    private static List<LevelCharge> levelCharges(int subject) {
        return POLICIES.stream()
                .map(policy -> new LevelCharge(policy, TERMS, key(policy, subject), 1, 0, true))
                .toList();
    }

    private static String key(Policy policy, int subject) {
        return BucketKey.ofTenant("tenant-" + subject, policy.name(), "subject-" + subject);
    }

    private static Policy policy(String name, Level level) {
        return new Policy(name, level, Set.of(), Store.SHARED, 0);
    }

    private static <T> T settings(Class<T> mapping, Map<String, String> given) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(given, "bench", 100))
                .withMapping(mapping)
                .withValidateUnknown(false)
                .build()
                .getConfigMapping(mapping);
    }
}
