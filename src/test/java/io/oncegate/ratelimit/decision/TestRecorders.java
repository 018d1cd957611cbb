package io.oncegate.ratelimit.decision;

import io.micrometer.core.instrument.MeterRegistry;

/** Lets the tests of other packages have their decisions counted. */
public final class TestRecorders {
    private TestRecorders() {}

    public static DecisionRecorder on(MeterRegistry meters) {
        return new DecisionRecorder(new DecisionMetrics(meters), new DenialLog());
    }
}
