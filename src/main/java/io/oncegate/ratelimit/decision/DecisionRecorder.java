package io.oncegate.ratelimit.decision;

import jakarta.enterprise.context.ApplicationScoped;

/** Where each decision is told: in the counters and, when it denies, in the log and the trace. Thread-safe. */
@ApplicationScoped
public class DecisionRecorder {

    private final DecisionMetrics metrics;
    private final DenialLog denials;

    DecisionRecorder(DecisionMetrics metrics, DenialLog denials) {
        this.metrics = metrics;
        this.denials = denials;
    }

    /**
     * Counts a decision, marks the request's trace with what it denies, and logs that now and then. Once for each
     * decision, on the request's own context.
     *
     * @param route the template that was asked for; a word for all of them where it is not known yet. Never a path as it
     *     was received: it is a label
     */
    public void record(Decision decision, String route) {
        metrics.count(decision, route);
        denials.add(decision);
        DenialMarks.add(decision);
    }
}
