package io.oncegate.ratelimit.decision;

import io.oncegate.ratelimit.decision.Verdict.Answer;
import io.oncegate.ratelimit.decision.Verdict.Source;
import io.oncegate.ratelimit.limit.Algorithm;
import io.oncegate.ratelimit.limit.Level;
import io.oncegate.ratelimit.limit.Limit;
import io.oncegate.ratelimit.limit.Mode;
import io.oncegate.ratelimit.limit.Rate;
import java.util.Arrays;

/** Verdicts as tests say them. Immutable; each method gives another one. */
public record Verdicts(Verdict verdict) {

    /** Of an enforced policy of a client that granted 1, has {@code remaining} left and is full in a second. */
    public static Verdicts granted(String policy, long capacity, long seconds, long remaining) {
        Limit limit = new Limit(Algorithm.TOKEN_BUCKET, capacity, new Rate(capacity, seconds));
        return new Verdicts(new Verdict(
                policy,
                Level.CLIENT,
                limit,
                Mode.ENFORCE,
                true,
                Source.REDIS,
                1,
                Answer.GRANTED,
                remaining,
                0,
                1_000_000,
                "0123456789abcdef"));
    }

    /** Of an enforced policy of a client that has nothing left. */
    public static Verdicts refused(String policy, long capacity, long seconds, long waitMicros) {
        return granted(policy, capacity, seconds, 0).answering(Answer.REFUSED, waitMicros);
    }

    public Verdicts answering(Answer answer, long waitMicros) {
        return new Verdicts(new Verdict(
                verdict.policy(),
                verdict.level(),
                verdict.limit(),
                verdict.mode(),
                verdict.enforced(),
                verdict.source(),
                verdict.cost(),
                answer,
                verdict.remaining(),
                waitMicros,
                verdict.toFullMicros(),
                verdict.subject()));
    }

    public Verdicts at(Level level) {
        return new Verdicts(new Verdict(
                verdict.policy(),
                level,
                verdict.limit(),
                verdict.mode(),
                verdict.enforced(),
                verdict.source(),
                verdict.cost(),
                verdict.answer(),
                verdict.remaining(),
                verdict.waitMicros(),
                verdict.toFullMicros(),
                verdict.subject()));
    }

    public Verdicts in(Mode mode, boolean enforced) {
        return new Verdicts(new Verdict(
                verdict.policy(),
                verdict.level(),
                verdict.limit(),
                mode,
                enforced,
                verdict.source(),
                verdict.cost(),
                verdict.answer(),
                verdict.remaining(),
                verdict.waitMicros(),
                verdict.toFullMicros(),
                verdict.subject()));
    }

    public Verdicts by(Source source, String subject) {
        return new Verdicts(new Verdict(
                verdict.policy(),
                verdict.level(),
                verdict.limit(),
                verdict.mode(),
                verdict.enforced(),
                source,
                verdict.cost(),
                verdict.answer(),
                verdict.remaining(),
                verdict.waitMicros(),
                verdict.toFullMicros(),
                subject));
    }

    public Verdicts with(long cost, long remaining, long toFullMicros) {
        return new Verdicts(new Verdict(
                verdict.policy(),
                verdict.level(),
                verdict.limit(),
                verdict.mode(),
                verdict.enforced(),
                verdict.source(),
                cost,
                verdict.answer(),
                remaining,
                verdict.waitMicros(),
                toFullMicros,
                verdict.subject()));
    }

    public static Decision decision(Verdicts... verdicts) {
        return new Decision(Arrays.stream(verdicts).map(Verdicts::verdict).toList());
    }
}
