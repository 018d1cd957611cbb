package io.oncegate.ratelimit.decision;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Mode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What was decided, in numbers. Labels come from the configuration only, so that no caller can make a time series.
 * Thread-safe; counting costs a look-up in a map.
 */
@ApplicationScoped
class DecisionMetrics {

    private static final String PREFIX = "oncegate.ratelimit.";

    /** How long a subject counts as limited after it was last denied. */
    private static final Duration LATELY = Duration.ofSeconds(60);

    /** Writing an entry takes longer than the rest of counting; one of this age is as good as a new one. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    /** More limited subjects than this are many, whatever their number. */
    private static final int MOST_SUBJECTS = 100_000;

    /** Below the tenth part of its capacity a bucket is near its limit. */
    private static final int NEAR_PARTS = 10;

    private final MeterRegistry registry;
    private final Map<Series, Counter> decisions = new ConcurrentHashMap<>();
    private final Map<String, Counter> nearLimit = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> neededCapacity = new ConcurrentHashMap<>();
    private final Ticker ticker;

    /** When each was last written. */
    private final Cache<String, Long> limited;

    /** The labels of one counter. */
    private record Series(String policy, String route, String decision, Verdict.Source source, Mode mode) {}

    @Inject
    DecisionMetrics(MeterRegistry registry) {
        this(registry, Ticker.systemTicker());
    }

    DecisionMetrics(MeterRegistry registry, Ticker ticker) {
        this.registry = registry;
        this.ticker = ticker;
        this.limited = Caffeine.newBuilder()
                .maximumSize(MOST_SUBJECTS)
                .expireAfterWrite(LATELY)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
        registry.gauge(PREFIX + "limited.subjects", limited, DecisionMetrics::size);
    }

    private static double size(Cache<String, Long> subjects) {
        subjects.cleanUp();
        return subjects.estimatedSize();
    }

    /** {@code route}: a template, or a word for all of them. */
    void count(Decision decision, String route) {
        boolean allowed = decision.allows();
        for (Verdict verdict : decision.verdicts()) {
            count(verdict, route);
            if (allowed && verdict.answer() == Answer.GRANTED && isNearLimit(verdict)) {
                nearLimit.computeIfAbsent(verdict.policy(), this::nearLimit).increment();
            }
            if (!verdict.enforced() && seesAll(verdict)) {
                neededCapacity
                        .computeIfAbsent(verdict.policy(), this::neededCapacity)
                        .accumulateAndGet(verdict.limit().capacity() - verdict.remaining(), Math::max);
            }
            if (verdict.denies()) {
                limited(verdict.subject());
            }
        }
    }

    private void limited(String subject) {
        long now = ticker.read();
        Long last = limited.getIfPresent(subject);
        if (last == null || now - last > FRESH_NANOS) {
            limited.put(subject, now);
        }
    }

    private void count(Verdict verdict, String route) {
        Series series = new Series(verdict.policy(), route, decision(verdict), verdict.source(), verdict.mode());
        decisions.computeIfAbsent(series, this::decisions).increment();
    }

    private static String decision(Verdict verdict) {
        boolean wouldDeny = verdict.answer() != Answer.GRANTED && !verdict.enforced();
        return wouldDeny ? "would_deny" : verdict.answer().label();
    }

    /** A share that decides in the place of a store that is away knows one instance's demand and another capacity. */
    private static boolean seesAll(Verdict verdict) {
        return verdict.source() == Verdict.Source.REDIS
                || verdict.level() == Level.IP
                || verdict.level() == Level.OPERATOR;
    }

    private static boolean isNearLimit(Verdict verdict) {
        return verdict.remaining() * NEAR_PARTS < verdict.limit().capacity();
    }

    private Counter decisions(Series series) {
        return Counter.builder(PREFIX + "decisions")
                .tag("policy", series.policy())
                .tag("route", series.route())
                .tag("decision", series.decision())
                .tag("source", series.source().name().toLowerCase(Locale.ROOT))
                .tag("mode", series.mode().wire())
                .register(registry);
    }

    private Counter nearLimit(String policy) {
        return registry.counter(PREFIX + "near.limit", "policy", policy);
    }

    private AtomicLong neededCapacity(String policy) {
        AtomicLong most = new AtomicLong();
        Gauge.builder(PREFIX + "needed.capacity", most, AtomicLong::get)
                .tag("policy", policy)
                .register(registry);
        return most;
    }
}
