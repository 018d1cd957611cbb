package io.oncegate.ratelimit.headers;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.problem.RetryAfter;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.Reason;
import io.oncegate.ratelimit.decision.Verdict;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Rate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * The problem of a decision that does not allow. Which one, where several policies deny for several reasons, is the order
 * of {@link Reason}; how long to wait is the longest wait of all that deny, since one alone lets nothing pass. Stateless.
 */
@ApplicationScoped
public class Refusals {

    private static final String VIOLATED = "violated-policies";

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Those that were denied together spread over a fifth of their wait when they come back. */
    private static final long MICROS_PER_SECOND_OF_JITTER = 5 * MICROS_PER_SECOND;

    private final LongUnaryOperator random;

    @Inject
    Refusals() {
        this(most -> ThreadLocalRandom.current().nextLong(most));
    }

    /** {@code random} gives a number from 0 to below its argument, all equally likely; called by many threads. */
    Refusals(LongUnaryOperator random) {
        this.random = random;
    }

    /**
     * What the caller is answered. Nothing was charged.
     *
     * @throws IllegalArgumentException where the decision allows
     */
    public Problem problem(Decision decision) {
        Reason reason = Reason.of(decision)
                .orElseThrow(() -> new IllegalArgumentException("a decision that allows is no problem"));
        List<Verdict> violated = decision.denials().stream()
                .filter(verdict -> Reason.of(verdict) == reason || isAlsoTold(reason, verdict))
                .toList();
        ProblemType type = reason.problem();
        return new Problem(
                type,
                type.status(),
                detail(reason, violated.get(0)),
                List.of(),
                reason == Reason.COST_EXCEEDS_CAPACITY ? Optional.empty() : Optional.of(retryAfter(decision)),
                Map.of(),
                Map.of(VIOLATED, violated.stream().map(Verdict::policy).toList()));
    }

    /** Whoever is beyond its own limit is also told of the common ones that it would have met. */
    private static boolean isAlsoTold(Reason reason, Verdict verdict) {
        return reason == Reason.RATE_LIMITED && Reason.of(verdict) == Reason.OVERLOADED;
    }

    private RetryAfter retryAfter(Decision decision) {
        long micros =
                decision.denials().stream().mapToLong(Verdict::waitMicros).max().orElse(0);
        long exact = micros > 0 ? micros : MICROS_PER_SECOND;
        long seconds = ToldPolicies.secondsUp(exact);
        long mostJitter = Math.max(1, exact / MICROS_PER_SECOND_OF_JITTER);
        return new RetryAfter(Duration.of(exact, ChronoUnit.MICROS), seconds + random.applyAsLong(mostJitter + 1));
    }

    private static String detail(Reason reason, Verdict verdict) {
        return switch (reason) {
            case COST_EXCEEDS_CAPACITY ->
                ("This request costs %d of policy %s, which never holds more than %d;" + " split it.")
                        .formatted(
                                verdict.cost(),
                                verdict.policy(),
                                verdict.limit().capacity());
            case RATE_LIMITED ->
                "Policy " + verdict.policy() + " allows " + allowance(verdict.limit())
                        + "; nothing was done, repeat the request after the wait.";
            case LIMITER_UNAVAILABLE ->
                ("Policy %s cannot be checked at the moment and lets nothing pass until it" + " can; nothing was done.")
                        .formatted(verdict.policy());
            case OVERLOADED ->
                ("All callers together reached policy %s, which allows %s; nothing was done, repeat"
                                + " the request after the wait.")
                        .formatted(verdict.policy(), allowance(verdict.limit()));
        };
    }

    /** What it holds and how it refills, as an operator would have configured it. */
    private static String allowance(Limit limit) {
        Rate refill = limit.refill();
        String per = refill.seconds() == 1 ? "second" : refill.seconds() + " seconds";
        return limit.capacity() + " at once and " + refill.tokens() + " per " + per;
    }
}
