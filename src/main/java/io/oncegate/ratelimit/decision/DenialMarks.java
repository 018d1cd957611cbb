package io.oncegate.ratelimit.decision;

import io.oncegate.request.Stage;
import java.util.Locale;
import java.util.Map;

/** What limits refuse, or would, as marks in the trace of the request: all of it, and in the words of the log. */
final class DenialMarks {

    private static final long MICROS_PER_MILLISECOND = 1000;

    private DenialMarks() {}

    static void add(Decision decision) {
        Stage request = Stage.current();
        if (request.isTold()) {
            decision.verdicts().stream()
                    .filter(verdict -> verdict.answer() != Verdict.Answer.GRANTED)
                    .forEach(verdict -> request.mark("limit", details(verdict)));
        }
    }

    private static Map<String, ?> details(Verdict verdict) {
        return Map.of(
                "oncegate.policy", verdict.policy(),
                "oncegate.decision", verdict.enforced() ? verdict.answer().label() : "would_deny",
                "oncegate.reason", Reason.of(verdict).problem().slug(),
                "oncegate.level", verdict.level().wire(),
                "oncegate.algorithm", verdict.limit().algorithm().wire(),
                "oncegate.subject", verdict.subject(),
                "oncegate.remaining", Math.max(0, verdict.remaining()),
                "oncegate.wait_ms", -Math.floorDiv(-verdict.waitMicros(), MICROS_PER_MILLISECOND),
                "oncegate.source", verdict.source().name().toLowerCase(Locale.ROOT),
                "oncegate.mode", verdict.mode().wire());
    }
}
