package io.oncegate.ratelimit.decision;

import io.oncegate.ratelimit.limit.Mode;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Denials in the log: of each policy the first, then every one whose number is a power of two, so that a flood is 20
 * lines. What a policy in soft mode lets pass that it would have refused is told likewise; shadow policies have a meter.
 * Thread-safe.
 */
@ApplicationScoped
class DenialLog {

    private static final Logger LOG = Logger.getLogger(DenialLog.class);

    private static final long MICROS_PER_MILLISECOND = 1000;

    private final Map<Kind, AtomicLong> counts = new ConcurrentHashMap<>();

    /** What is counted by itself. */
    private record Kind(String policy, boolean denied) {}

    void add(Decision decision) {
        for (Verdict verdict : decision.verdicts()) {
            if (verdict.answer() != Verdict.Answer.GRANTED && (verdict.enforced() || verdict.mode() == Mode.SOFT)) {
                add(verdict);
            }
        }
    }

    private void add(Verdict verdict) {
        long count = counts.computeIfAbsent(new Kind(verdict.policy(), verdict.enforced()), kind -> new AtomicLong())
                .incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.info(line(verdict, count));
        }
    }

    private static String line(Verdict verdict, long count) {
        return (verdict.enforced() ? "a request was denied: " : "a request would have been denied: ")
                + "reason=" + Reason.of(verdict).problem().slug()
                + " policy=" + verdict.policy()
                + " level=" + verdict.level().wire()
                + " algorithm=" + verdict.limit().algorithm().wire()
                + " subject=" + verdict.subject()
                + " remaining=" + Math.max(0, verdict.remaining())
                + " wait_ms=" + -Math.floorDiv(-verdict.waitMicros(), MICROS_PER_MILLISECOND)
                + " source=" + verdict.source().name().toLowerCase(Locale.ROOT)
                + " mode=" + verdict.mode().wire()
                + " count=" + count;
    }
}
