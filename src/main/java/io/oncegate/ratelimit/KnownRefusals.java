package io.oncegate.ratelimit;

import io.oncegate.caller.KnownCallers;
import io.oncegate.ratelimit.Doors.Door;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.headers.RefusedAnswers;
import io.oncegate.request.Routes;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;

/**
 * Refuses in front of JAX-RS what {@link RateLimitFilter} would refuse without asking anybody: a caller that goes on
 * after it was denied costs a fraction of a request. Decision, answer and trace are the same at both places; whatever is
 * not certain here goes on to the other one.
 */
@ApplicationScoped
class KnownRefusals {

    /** After everything that refuses a request whoever sent it. */
    private static final int BEFORE_THE_RESOURCES = 890;

    /** Where the framework's own metrics look for what a request is counted under; JAX-RS puts it there. */
    private static final String COUNTED_UNDER = "UrlPathTemplate";

    private final Doors doors;
    private final KnownCallers callers;
    private final RateLimits limits;
    private final DecisionRecorder recorder;
    private final RefusedAnswers refusals;

    KnownRefusals(
            Routes routes,
            KnownCallers callers,
            RateLimits limits,
            DecisionRecorder recorder,
            RefusedAnswers refusals) {
        this.doors = new Doors(routes);
        this.callers = callers;
        this.limits = limits;
        this.recorder = recorder;
        this.refusals = refusals;
    }

    void register(@Observes Filters filters) {
        filters.register(this::refuseIfKnown, BEFORE_THE_RESOURCES);
    }

    private void refuseIfKnown(RoutingContext http) {
        Door door = doors.of(http.request()).orElse(null);
        Decision refusal =
                door == null ? null : refusalAt(door, http.request().headers()).orElse(null);
        if (door == null || refusal == null) {
            http.next();
            return;
        }
        Vertx.currentContext().putLocal(COUNTED_UNDER, door.route().path());
        recorder.record(refusal, door.route().label());
        refusals.answer(http, refusal);
    }

    private Optional<Decision> refusalAt(Door door, MultiMap headers) {
        return callers.find(headers, door.anyOf()).flatMap(caller -> limits.refusalOf(caller, door.route(), headers));
    }
}
