package io.oncegate.overload;

import io.oncegate.overload.queue.Place;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request's place, and the permit that it got last. One lives on each request's own Vert.x context, beside
 * {@link io.oncegate.request.RequestContext}, and is touched on that context only.
 */
final class Visit {

    private static final String LOCAL = Visit.class.getName();

    private final Place place;
    private final String route;
    private @Nullable Permit permit;

    private Visit(Place place, String route) {
        this.place = place;
        this.route = route;
    }

    static void begin(Place place, String route) {
        Vertx.currentContext().putLocal(LOCAL, new Visit(place, route));
    }

    /** That of the request on whose context the calling code runs; none on one that no request has for itself. */
    static Optional<Visit> current() {
        Context context = Vertx.currentContext();
        return context != null && VertxContext.isDuplicatedContext(context)
                ? Optional.ofNullable(context.getLocal(LOCAL))
                : Optional.empty();
    }

    Place place() {
        return place;
    }

    /** As meters name it. */
    String route() {
        return route;
    }

    void admit(Permit given) {
        permit = given;
    }

    /** The permit of work that goes on. */
    Optional<Permit> permit() {
        return Optional.ofNullable(permit).filter(Permit::lasts);
    }
}
