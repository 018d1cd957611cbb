package io.oncegate.messages;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncegate.background.Background;
import io.oncegate.background.Counts;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait, as an instance knows of them: what was in the table a moment ago and what it has accepted
 * since. What other instances accepted since, and what was sent since, shows with the next look. Thread-safe.
 */
@ApplicationScoped
class MessageQueue {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STATEMENT_LIMIT = Duration.ofSeconds(5);

    /** A gateway that has stopped comes back in minutes rather than in a second. */
    private static final Duration COME_BACK = Duration.ofSeconds(10);

    private final Messages messages;
    private final Arrivals arrivals;
    private final DispatchConfig config;
    private final Map<String, AtomicLong> accepted = new ConcurrentHashMap<>();
    private final AtomicLong acceptedInAll = new AtomicLong();
    private volatile Known known = new Known(Map.of(), 0, Map.of(), 0);

    /** What was in the table, and what this instance had accepted when it was looked at. */
    private record Known(Map<String, Long> stored, long storedInAll, Map<String, Long> accepted, long acceptedInAll) {}

    MessageQueue(Messages messages, Arrivals arrivals, DispatchConfig config, MeterRegistry registry) {
        this.messages = messages;
        this.arrivals = arrivals;
        this.config = config;
        registry.gauge("oncegate.messages.queue.fill", this, MessageQueue::fill);
    }

    void begin(@Observes StartupEvent started, Background background) {
        background.every(INTERVAL, "message-queue", () -> look().replaceWith(Counts.NOTHING));
    }

    /** Learns what waits in the table now. */
    Uni<Void> look() {
        return Uni.createFrom().deferred(() -> {
            Map<String, Long> before = new HashMap<>();
            accepted.forEach((tenant, number) -> before.put(tenant, number.get()));
            long beforeInAll = acceptedInAll.get();
            return messages.queued(Deadline.in(STATEMENT_LIMIT))
                    .invoke(stored -> known = new Known(stored, sum(stored), before, beforeInAll))
                    .replaceWithVoid();
        });
    }

    private static long sum(Map<String, Long> numbers) {
        return numbers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Why no further message of a tenant can be taken now; empty where one can. */
    Optional<Problem> refusal(String tenant) {
        Known now = known;
        if (inAll(now) >= config.maxQueued()) {
            return Optional.of(full("Too many messages wait to be sent; nothing was stored."));
        }
        long ownAccepted = number(accepted.get(tenant)) - now.accepted.getOrDefault(tenant, 0L);
        return now.stored.getOrDefault(tenant, 0L) + ownAccepted >= config.maxQueuedPerTenant()
                ? Optional.of(full("Too many messages of this tenant wait to be sent; nothing was stored."))
                : Optional.empty();
    }

    private long inAll(Known now) {
        return now.storedInAll + acceptedInAll.get() - now.acceptedInAll;
    }

    /** From 0 to 1; older versions may have let more in than may wait now. */
    private double fill() {
        return Math.min(1, (double) inAll(known) / config.maxQueued());
    }

    private static long number(@Nullable AtomicLong counter) {
        return counter == null ? 0 : counter.get();
    }

    private static Problem full(String detail) {
        return Problem.of(ProblemType.QUEUE_FULL, detail).withRetryAfter(COME_BACK);
    }

    /** Stores a message, whose sender is told {@code response}; from then on it counts, and may be sent. */
    Operation joining(Message message, RecordedResponse response) {
        return new Acceptance(messages.accepting(message, response), () -> joined(message));
    }

    /** A message was stored. */
    void joined(Message message) {
        acceptedInAll.incrementAndGet();
        accepted.computeIfAbsent(message.tenant(), tenant -> new AtomicLong()).incrementAndGet();
        arrivals.arrived(message.gateway());
    }
}
