package io.oncegate.caller;

import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.ContextExecutor;
import io.oncegate.request.Deadline;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Stage;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Authenticates and authorises every request for a resource method, before its body is read and without blocking. From
 * here on {@link Identity#current()} knows who is calling.
 */
@ApplicationScoped
class CallerFilter {

    private static final Logger LOG = Logger.getLogger(CallerFilter.class);

    /** How long a caller that named no budget of its own waits for PostgreSQL to be asked about its key. */
    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final Authentication authentication;
    private final Map<Method, Access> accesses = new ConcurrentHashMap<>();

    CallerFilter(CachedCallers callers, CallerConfig config) {
        this.authentication = new Authentication(new FixedKeys(config.bootstrapOperatorKey(), config.demo()), callers);
    }

    @ServerRequestFilter(priority = Priorities.AUTHENTICATION, nonBlocking = true)
    Uni<Void> authenticate(ResourceInfo resource, RoutingContext http) {
        Method method = resource.getResourceMethod();
        return accesses.computeIfAbsent(method, Access::to)
                .match(
                        () -> Uni.createFrom().voidItem(),
                        scopes -> authenticate(scopes, http.request().headers()),
                        () -> refuse(method));
    }

    private Uni<Void> authenticate(Set<Scope> scopes, MultiMap headers) {
        Context request = Vertx.currentContext();
        Uni<Identity> identified = authentication.identify(
                headers.getAll(Credential.API_KEY_HEADER),
                headers.getAll(Credential.AUTHORIZATION_HEADER),
                scopes,
                CallerFilter::deadline);
        return Stage.of("caller", identified)
                .emitOn(ContextExecutor.onto(request))
                .invoke(identity -> CurrentIdentity.set(request, identity))
                .replaceWithVoid();
    }

    private static Deadline deadline() {
        return RequestContext.current().deadline(USUAL_BUDGET);
    }

    private static Uni<Void> refuse(Method method) {
        LOG.errorf("operation %s has no @RequiresScope and answers nobody", method.getName());
        return Uni.createFrom()
                .failure(Problem.of(ProblemType.FORBIDDEN, "This operation is not open.")
                        .toException());
    }
}
