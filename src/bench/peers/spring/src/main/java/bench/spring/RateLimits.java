package bench.spring;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Charges a request to four buckets: of its client, its tenant, its tenant on this route, and of everybody. */
@Component
class RateLimits {

    private static final long WIDE_CAPACITY = 1_000_000;
    private static final Duration WIDE_PERIOD = Duration.ofSeconds(1);

    private final Map<Caller, Levels> known = new ConcurrentHashMap<>();
    private final ProxyManager<String> buckets;
    private final Level everybody;

    RateLimits(ProxyManager<String> buckets) {
        this.buckets = buckets;
        this.everybody = level("global", "all", WIDE_CAPACITY, WIDE_PERIOD);
    }

    /** Takes one token from each level; where one has none, those already taken are given back. */
    Decision charge(Caller caller) {
        Levels levels = known.computeIfAbsent(caller, this::levelsOf);
        List<Bucket> charged = new ArrayList<>(levels.all.size());
        Decision lowest = null;
        for (Level level : levels.all) {
            Decision decision = new Decision(level, levels.policies, level.bucket.tryConsumeAndReturnRemaining(1));
            if (!decision.allowed()) {
                charged.forEach(bucket -> bucket.addTokens(1));
                return decision;
            }
            charged.add(level.bucket);
            if (level != everybody && (lowest == null || decision.remaining() < lowest.remaining())) {
                lowest = decision;
            }
        }
        return lowest;
    }

    // The narrowest first: it is the likeliest to refuse, and then the others are not asked.
    private Levels levelsOf(Caller caller) {
        String tenant = caller.tenant();
        Duration period = Duration.ofSeconds(caller.periodSeconds());
        List<Level> callersOwn = List.of(
                level("client", tenant + ":" + caller.client(), caller.capacity(), period),
                level("tenant", tenant, WIDE_CAPACITY, WIDE_PERIOD),
                level("tenant-route", tenant + ":orders", WIDE_CAPACITY, WIDE_PERIOD));
        String policies = callersOwn.stream()
                .sorted(Comparator.comparing(Level::capacity))
                .map(Level::quota)
                .distinct()
                .collect(Collectors.joining(", "));
        List<Level> all = new ArrayList<>(callersOwn);
        all.add(everybody);
        return new Levels(List.copyOf(all), policies);
    }

    private Level level(String policy, String subject, long capacity, Duration period) {
        BucketConfiguration configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, period))
                .build();
        // Threads that want the same bucket at the same time send one command together. Without it, their
        // compare-and-swaps would make each other fail.
        Bucket bucket = buckets.builder()
                .withOptimization(Optimizations.batching())
                .build(RedisBuckets.PREFIX + policy + ":" + subject, () -> configuration);
        return new Level(policy, capacity, period.toSeconds(), bucket);
    }

    /** A caller's levels, and their policies as the header tells them. */
    private record Levels(List<Level> all, String policies) {}

    private record Level(String policy, long capacity, long periodSeconds, Bucket bucket) {

        String quota() {
            return capacity + ";w=" + periodSeconds;
        }
    }

    /** What one level said, and with it all of them: it refused, or all allowed and it has the least left. */
    record Decision(Level level, String policies, ConsumptionProbe probe) {

        boolean allowed() {
            return probe.isConsumed();
        }

        long remaining() {
            return probe.getRemainingTokens();
        }

        void refuseUnlessAllowed() {
            if (allowed()) {
                return;
            }
            boolean everybodys = level.policy.equals("global");
            throw Refusal.later(
                            everybodys ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.TOO_MANY_REQUESTS,
                            everybodys ? "overloaded" : "rate-limited",
                            "Too many requests; wait for the time in Retry-After.",
                            Duration.ofNanos(probe.getNanosToWaitForRefill()))
                    .with("violated-policies", List.of(level.policy));
        }

        void describeIn(HttpServletResponse response) {
            long nanos = allowed() ? probe.getNanosToWaitForReset() : probe.getNanosToWaitForRefill();
            long reset = Duration.ofNanos(nanos).plusNanos(999_999_999).toSeconds();
            response.setHeader(
                    "RateLimit", "limit=" + level.capacity + ", remaining=" + remaining() + ", reset=" + reset);
            response.setHeader("RateLimit-Policy", policies);
            response.setHeader("X-RateLimit-Limit", Long.toString(level.capacity));
            response.setHeader("X-RateLimit-Remaining", Long.toString(remaining()));
            response.setHeader("X-RateLimit-Reset", Long.toString(Instant.now().getEpochSecond() + reset));
        }
    }
}
