package io.oncegate.request;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * The first thing that happens to a request: it gets its id. Runs before every other filter and on every path, unknown
 * ones included, so that whatever refuses the request later can name it.
 */
@ApplicationScoped
public class RequestArrival {

    /** Quarkus runs the filter with the highest number first. */
    static final int FIRST = 1_000;

    private static final CharSequence ID = HttpHeaders.createOptimized(RequestContext.ID_HEADER);
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private final Ids ids;

    RequestArrival(Ids ids) {
        this.ids = ids;
    }

    void register(@Observes Filters filters) {
        filters.register(this::arriveFirst, FIRST);
    }

    private void arriveFirst(RoutingContext http) {
        arrive(http);
        http.next();
    }

    /** A request that the router refuses by itself, for its target or its Host, meets no filter but failure handlers. */
    void register(@Observes Router router) {
        router.route().order(Integer.MIN_VALUE).failureHandler(this::arriveUnlessArrived);
    }

    private void arriveUnlessArrived(RoutingContext http) {
        if (!http.response().headers().contains(ID)) {
            arrive(http);
        }
        http.next();
    }

    private void arrive(RoutingContext http) {
        MultiMap headers = http.request().headers();
        RequestContext begun = RequestContext.begin(
                ids.ulid(), headers.get("traceparent"), headers.get(TimeBudget.HEADER), System::nanoTime);
        http.response().putHeader(ID, begun.id()).putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
    }
}
