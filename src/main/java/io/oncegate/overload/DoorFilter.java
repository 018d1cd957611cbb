package io.oncegate.overload;

import io.oncegate.caller.Identity;
import io.oncegate.caller.WithoutCredential;
import io.oncegate.overload.queue.ServiceClass;
import io.oncegate.ratelimit.ChargesNothing;
import io.oncegate.request.Routes;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Leads each request for a resource method to its door: after it was authenticated, before its limits are counted. */
@ApplicationScoped
class DoorFilter {

    private static final int BEFORE_ITS_LIMITS = Priorities.AUTHENTICATION + 500;

    private final Door door;
    private final Set<String> critical;
    private final Set<String> low;
    private final Map<Method, Optional<Entrance>> entrances = new ConcurrentHashMap<>();

    DoorFilter(Door door, OverloadConfig config) {
        this.door = door;
        this.critical = Set.copyOf(config.classes().critical());
        this.low = Set.copyOf(config.classes().low());
    }

    @ServerRequestFilter(priority = BEFORE_ITS_LIMITS, nonBlocking = true)
    Uni<Void> lead(ResourceInfo resource, RoutingContext http) {
        Method method = resource.getResourceMethod();
        Optional<Entrance> entrance = entrances.computeIfAbsent(method, this::entrance);
        if (entrance.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (entrance.get().isForOperators()) {
            return door.passOperator(http, entrance.get());
        }
        Optional<Identity> identity = method.isAnnotationPresent(WithoutCredential.class)
                ? Optional.empty()
                : Optional.of(Identity.current());
        return door.pass(http, entrance.get(), identity);
    }

    /** Nothing for a method that does no work worth a permit. */
    private Optional<Entrance> entrance(Method method) {
        return method.isAnnotationPresent(ChargesNothing.class)
                ? Optional.empty()
                : Routes.designator(method).map(name -> entrance(name, Routes.template(method)));
    }

    private Entrance entrance(String method, String path) {
        String route = method + " " + path;
        if (critical.contains(route)) {
            return new Entrance(method, path, ServiceClass.CRITICAL);
        }
        return new Entrance(method, path, low.contains(route) ? ServiceClass.LOW : ServiceClass.NORMAL);
    }
}
