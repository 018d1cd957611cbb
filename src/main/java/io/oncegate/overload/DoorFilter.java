package io.oncegate.overload;

import io.oncegate.caller.Identity;
import io.oncegate.caller.WithoutCredential;
import io.oncegate.ratelimit.ChargesNothing;
import io.oncegate.request.Routes;
import io.oncegate.request.Stage;
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

/** Leads each request for a resource method to its door: after it was authenticated, before its limits are counted. */
@ApplicationScoped
class DoorFilter {

    private static final int BEFORE_ITS_LIMITS = Priorities.AUTHENTICATION + 500;

    private final Door door;
    private final Entrances entrances;
    private final Map<Method, Optional<Entrance>> byMethod = new ConcurrentHashMap<>();

    DoorFilter(Door door, Entrances entrances) {
        this.door = door;
        this.entrances = entrances;
    }

    @ServerRequestFilter(priority = BEFORE_ITS_LIMITS, nonBlocking = true)
    Uni<Void> lead(ResourceInfo resource, RoutingContext http) {
        Method method = resource.getResourceMethod();
        Optional<Entrance> entrance = byMethod.computeIfAbsent(method, this::entrance);
        if (entrance.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (entrance.get().isForOperators()) {
            return Stage.of("door", door.passOperator(http, entrance.get()));
        }
        Optional<Identity> identity = method.isAnnotationPresent(WithoutCredential.class)
                ? Optional.empty()
                : Optional.of(Identity.current());
        return Stage.of("door", door.pass(http, entrance.get(), identity));
    }

    /** Nothing for a method that does no work worth a permit. */
    private Optional<Entrance> entrance(Method method) {
        return method.isAnnotationPresent(ChargesNothing.class)
                ? Optional.empty()
                : Routes.designator(method).map(name -> entrances.to(name, Routes.template(method)));
    }
}
