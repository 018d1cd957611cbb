package io.oncegate.ratelimit;

import io.oncegate.problem.Problem;
import io.oncegate.ratelimit.KnownRequests.Known;
import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.headers.RefusedAnswers;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Refuses in front of JAX-RS what would be refused behind it without asking anybody: by {@link Shedding}, and then by
 * {@link RateLimitFilter}. So whoever goes on after a denial, and whoever comes to a crowd, costs a fraction of a request.
 * Decision, answer and trace are the same at both places; whatever is not certain here goes on to the other one.
 */
@ApplicationScoped
class KnownRefusals {

    /** After everything that refuses a request whoever sent it. */
    private static final int BEFORE_THE_RESOURCES = 890;

    /** Where the framework's own metrics look for what a request is counted under; JAX-RS puts it there. */
    private static final String COUNTED_UNDER = "UrlPathTemplate";

    private final KnownRequests requests;
    private final Shedding shedding;
    private final RateLimits limits;
    private final DecisionRecorder recorder;
    private final RefusedAnswers refusals;

    KnownRefusals(
            KnownRequests requests,
            Shedding shedding,
            RateLimits limits,
            DecisionRecorder recorder,
            RefusedAnswers refusals) {
        this.requests = requests;
        this.shedding = shedding;
        this.limits = limits;
        this.recorder = recorder;
        this.refusals = refusals;
    }

    void register(@Observes Filters filters) {
        filters.register(this::refuseIfKnown, BEFORE_THE_RESOURCES);
    }

    private void refuseIfKnown(RoutingContext http) {
        Known known = requests.find(http.request()).orElse(null);
        if (known == null || !isRefused(known, http)) {
            http.next();
        }
    }

    private boolean isRefused(Known known, RoutingContext http) {
        Route route = known.route();
        MultiMap headers = http.request().headers();
        Problem shed = shedding.refusal(known.caller(), route.method(), route.path(), headers)
                .orElse(null);
        if (shed != null) {
            countUnder(route);
            refusals.answer(http, shed);
            return true;
        }
        Decision denial = limits.refusalOf(known.caller(), route, headers).orElse(null);
        if (denial != null) {
            countUnder(route);
            recorder.record(denial, route.label());
            refusals.answer(http, denial);
        }
        return denial != null;
    }

    private static void countUnder(Route route) {
        Vertx.currentContext().putLocal(COUNTED_UNDER, route.path());
    }
}
