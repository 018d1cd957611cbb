package io.oncegate.ratelimit.decision;

import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;

/**
 * What one policy says to one request.
 *
 * @param policy its name
 * @param mode the policy's own
 * @param enforced whether it counts for this subject: never in shadow, for some subjects in soft mode
 * @param source who answered
 * @param cost whole tokens that were asked for
 * @param answer what was answered
 * @param remaining whole tokens left; below 0 for a shadow policy that owes
 * @param waitMicros how long until the cost would be granted; 0 where it was
 * @param toFullMicros how long until the bucket is full
 * @param subject a hash of who was counted, for logs: 16 hex digits
 */
public record Verdict(
        String policy,
        Level level,
        Limit limit,
        Mode mode,
        boolean enforced,
        Source source,
        long cost,
        Answer answer,
        long remaining,
        long waitMicros,
        long toFullMicros,
        String subject) {

    /** What a policy can say. */
    public enum Answer {
        /** There was enough. */
        GRANTED("allow"),
        /** There was not, for now. */
        REFUSED("deny"),
        /** There never will be: the cost is above the capacity. */
        NEVER("never"),
        /** Nobody knows: the store is away, and the policy is closed then. */
        UNAVAILABLE("deny");

        private final String label;

        Answer(String label) {
            this.label = label;
        }

        /** Its label in counters, where the policy is enforced. */
        public String label() {
            return label;
        }
    }

    /** Who answered. */
    public enum Source {
        REDIS,
        LOCAL,
        LEASE,
        CACHE,
        OPEN,
        CLOSED
    }

    /** The same refusal, told again later: of another cost, which is not below this one's, and with what is left to wait. */
    public Verdict remembered(long otherCost, long waitMicrosLeft, long toFullMicrosLeft) {
        return new Verdict(
                policy,
                level,
                limit,
                mode,
                enforced,
                Source.CACHE,
                otherCost,
                answer,
                remaining,
                waitMicrosLeft,
                toFullMicrosLeft,
                subject);
    }

    /** Whether the request must not pass because of this policy. */
    public boolean denies() {
        return enforced && answer != Answer.GRANTED;
    }
}
