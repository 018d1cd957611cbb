package io.oncegate.ratelimit;

import io.oncegate.ratelimit.decision.Decision;
import io.oncegate.ratelimit.limiter.Ruling;
import io.oncegate.ratelimit.limiter.Ruling.Taking;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one request has paid so far. One lives on each request's own Vert.x context, beside
 * {@link io.oncegate.request.RequestContext}, and is touched on that context only.
 */
final class RequestCharges {

    private static final String LOCAL = RequestCharges.class.getName();

    private final RoutingContext http;
    private final Route route;
    private final boolean knownReplay;
    private final List<Taking> takings = new ArrayList<>();
    private Decision decision = new Decision(List.of());

    private RequestCharges(RoutingContext http, Route route, boolean knownReplay) {
        this.http = http;
        this.route = route;
        this.knownReplay = knownReplay;
    }

    /** Begins to count on the current context. */
    static RequestCharges begin(RoutingContext http, Route route, boolean knownReplay) {
        RequestCharges begun = new RequestCharges(http, route, knownReplay);
        Vertx.currentContext().putLocal(LOCAL, begun);
        return begun;
    }

    /** Those of the request on whose context the calling code runs; none where nothing counts it. */
    static Optional<RequestCharges> current() {
        Context context = Vertx.currentContext();
        return context == null ? Optional.empty() : Optional.ofNullable(context.getLocal(LOCAL));
    }

    RoutingContext http() {
        return http;
    }

    Route route() {
        return route;
    }

    /** Whether it was known at the door that the request is a replay. */
    boolean knownReplay() {
        return knownReplay;
    }

    /** Keeps what was taken and decided. */
    void add(Ruling ruling) {
        takings.addAll(ruling.takings());
        decision = decision.followedBy(ruling.decision());
    }

    /** Nothing of what was decided before counts any more. */
    void startAnew(Ruling ruling) {
        decision = ruling.decision();
    }

    /** Everything that was decided about the request. */
    Decision decision() {
        return decision;
    }

    /** What was taken and can be given back, which this forgets: nothing is given back twice. */
    List<Taking> release() {
        List<Taking> released = List.copyOf(takings);
        takings.clear();
        return released;
    }
}
