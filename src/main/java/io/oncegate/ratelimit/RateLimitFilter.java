package io.oncegate.ratelimit;

import io.oncegate.caller.Identity;
import io.oncegate.caller.WithoutCredential;
import io.oncegate.request.Routes;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Lets a request through to its resource method when its policies do: after it was authenticated, before its body is
 * read, without blocking, on its own context.
 */
@ApplicationScoped
class RateLimitFilter {

    private final RateLimits limits;
    private final Map<Method, Optional<Route>> routes = new ConcurrentHashMap<>();

    RateLimitFilter(RateLimits limits) {
        this.limits = limits;
    }

    @ServerRequestFilter(priority = Priorities.AUTHORIZATION, nonBlocking = true)
    Uni<Void> limit(ResourceInfo resource, RoutingContext http) {
        return routes.computeIfAbsent(resource.getResourceMethod(), RateLimitFilter::counted)
                .map(route -> limits.enter(http, Identity.current(), route))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /** Nothing for a method that no policy counts. */
    static Optional<Route> counted(Method method) {
        boolean free =
                method.isAnnotationPresent(ChargesNothing.class) || method.isAnnotationPresent(WithoutCredential.class);
        return free
                ? Optional.empty()
                : Routes.designator(method).map(name -> Route.of(name + " " + Routes.template(method)));
    }
}
