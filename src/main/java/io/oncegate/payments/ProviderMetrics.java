package io.oncegate.payments;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.oncegate.outbound.Remote;
import io.oncegate.outbound.RemoteGauges;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** What became of calls to providers, and how many are under way. Labels are accounts, operations and outcomes only. Thread-safe. */
@ApplicationScoped
class ProviderMetrics {

    /** A timer's exported name ends with its unit: {@code oncegate_provider_seconds}. */
    private static final String PROVIDER = "oncegate.provider";

    private final MeterRegistry registry;
    private final Map<Ended, Counter> calls = new ConcurrentHashMap<>();
    private final Map<Kind, Timer> times = new ConcurrentHashMap<>();

    ProviderMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** From now on, what is under way to an account is seen. */
    void watch(String account, int mostInFlight, Remote remote) {
        RemoteGauges.register(registry, PROVIDER, Tags.of("account", account), mostInFlight, remote);
    }

    private record Kind(String account, ProviderOperation operation) {}

    private record Ended(Kind kind, String outcome) {}

    /** A call that has just begun; to be told how it ended, once. */
    Begun begun(String account, ProviderOperation operation) {
        return new Begun(new Kind(account, operation), Timer.start(registry));
    }

    /** A call on its way. */
    final class Begun {

        private final Kind kind;
        private final Timer.Sample time;

        private Begun(Kind kind, Timer.Sample time) {
            this.kind = kind;
            this.time = time;
        }

        /** How long a call took is worth knowing of those that left: the others would only pull the figures down. */
        void ended(ProviderOutcome outcome, boolean left) {
            calls.computeIfAbsent(new Ended(kind, outcome.word()), ProviderMetrics.this::counter)
                    .increment();
            if (left) {
                var unused = time.stop(times.computeIfAbsent(kind, ProviderMetrics.this::timer));
            }
        }
    }

    private Counter counter(Ended ended) {
        return registry.counter(
                "oncegate.provider.calls",
                "account",
                ended.kind.account,
                "operation",
                ended.kind.operation.wire(),
                "outcome",
                ended.outcome);
    }

    private Timer timer(Kind kind) {
        return Timer.builder(PROVIDER)
                .tags("account", kind.account, "operation", kind.operation.wire())
                .serviceLevelObjectives(LongStream.of(50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
                        .mapToObj(Duration::ofMillis)
                        .toArray(Duration[]::new))
                .register(registry);
    }
}
