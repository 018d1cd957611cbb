package io.oncegate.ratelimit;

import io.oncegate.caller.RequiresScope;
import io.oncegate.caller.Scope;
import io.oncegate.request.Routes;
import io.oncegate.request.TimeBudget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which resource method of a tenant's a request is for, told from its head before JAX-RS has looked. In doubt none: what
 * is found is a method that JAX-RS will find too, and before whose limits it refuses nothing. Immutable.
 */
final class Doors {

    /** What a client accepts that says so without a thought. */
    private static final String ANYTHING = "*/*";

    private final Routes routes;
    private final Map<String, Door> byLabel = new HashMap<>();

    /**
     * A resource method that is limited.
     *
     * @param anyOf the scopes of which a caller needs one
     * @param accepts what an {@code Accept} header may say
     */
    record Door(Route route, Set<Scope> anyOf, Set<String> accepts) {

        private static Optional<Door> to(Method method) {
            RequiresScope required = method.getAnnotation(RequiresScope.class);
            if (required == null || looksAtTheBody(method)) {
                return Optional.empty();
            }
            return RateLimitFilter.counted(method)
                    .filter(route -> !route.isForOperators())
                    .map(route -> new Door(route, Set.of(required.value()), accepted(method)));
        }

        private boolean suits(List<String> accept) {
            return accept.isEmpty() || (accept.size() == 1 && accepts.contains(accept.get(0)));
        }
    }

    Doors(Routes routes) {
        this.routes = routes;
        routes.operations().stream()
                .collect(Collectors.groupingBy(Routes.Operation::label))
                .forEach(this::add);
    }

    /** Of several methods behind one label, JAX-RS chooses. */
    private void add(String label, List<Routes.Operation> operations) {
        if (operations.size() == 1) {
            Door.to(operations.get(0).answeredBy()).ifPresent(door -> byLabel.put(label, door));
        }
    }

    /** The framework refuses some media types by itself. */
    private static boolean looksAtTheBody(Method method) {
        return method.isAnnotationPresent(Consumes.class)
                || method.getDeclaringClass().isAnnotationPresent(Consumes.class);
    }

    private static Set<String> accepted(Method method) {
        Produces ofMethod = method.getAnnotation(Produces.class);
        Produces produces = ofMethod == null ? method.getDeclaringClass().getAnnotation(Produces.class) : ofMethod;
        Set<String> accepted = new HashSet<>(produces == null ? List.of() : List.of(produces.value()));
        accepted.add(ANYTHING);
        return Set.copyOf(accepted);
    }

    /** The one that the request is for. */
    Optional<Door> of(HttpServerRequest request) {
        MultiMap headers = request.headers();
        String path = request.path();
        // A budget that cannot be read is refused first.
        if (!isPlain(path) || headers.contains(TimeBudget.HEADER)) {
            return Optional.empty();
        }
        return routes.templateAt(path)
                .map(template -> byLabel.get(request.method().name() + " " + template))
                .filter(door -> door.suits(headers.getAll(HttpHeaders.ACCEPT)));
    }

    /** A path that nobody reads in two ways. */
    private static boolean isPlain(@Nullable String path) {
        return path != null
                && path.indexOf('%') < 0
                && path.indexOf(';') < 0
                && !path.contains("//")
                && !path.contains("/.")
                && !path.endsWith("/");
    }
}
