package io.oncegate.request;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;

/**
 * The first thing that happens to a request: it gets its id, and its trace begins. Runs before every other filter and on
 * every path, unknown ones included, so that whatever refuses the request later can name it.
 */
@ApplicationScoped
public class RequestArrival {

    /** Quarkus runs the filter with the highest number first. */
    static final int FIRST = 1_000;

    private static final CharSequence ID = HttpHeaders.createOptimized(RequestContext.ID_HEADER);
    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private final Ids ids;
    private final Traces traces;
    private final Routes routes;

    RequestArrival(Ids ids, Traces traces, Routes routes) {
        this.ids = ids;
        this.traces = traces;
        this.routes = routes;
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
        Stage stage = traces.arrived(http.request(), routes);
        String traceId = stage.traceId().isEmpty() ? TraceId.of(headers.get("traceparent")) : stage.traceId();
        RequestContext begun =
                RequestContext.begin(ids.ulid(), traceId, headers.get(TimeBudget.HEADER), System::nanoTime);
        http.response().putHeader(ID, begun.id()).putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        if (stage.isTold()) {
            CurrentStage.set(stage);
            tell(stage, begun, http);
        }
    }

    private static void tell(Stage stage, RequestContext request, RoutingContext http) {
        stage.say("oncegate.request_id", request.id());
        http.addEndHandler(ended -> {
            if (ended.succeeded()) {
                stage.answered(http.response().getStatusCode());
            } else {
                stage.mark("client gone", Map.of());
            }
            stage.end();
        });
    }
}
