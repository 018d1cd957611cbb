package io.oncegate.request;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Set;

/**
 * Cross-origin calls from browsers (Fetch, section 3.2): off, or for the origins that are named. What it says stands on
 * every answer to such an origin, refusals included, or the page could not read why it was refused. An origin that is
 * not named is served as any caller; it is the browser that keeps the answer from its page.
 */
@ApplicationScoped
class Cors {

    /** Right after the request got its id, before anything may refuse it. */
    private static final int BEFORE_REFUSALS = 990;

    private static final String ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";

    private static final String ALLOWED_HEADERS =
            "Idempotency-Key, Prefer, X-Api-Key, Authorization, Content-Type, X-Request-Timeout-Ms, X-Priority";

    private static final String EXPOSED_HEADERS = "Idempotent-Replayed, Location, Retry-After, RateLimit,"
            + " RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";

    private final Set<String> origins;
    private final String maxAgeSeconds;

    Cors(CorsConfig config) {
        this.origins = Set.copyOf(config.origins().orElse(List.of()));
        this.maxAgeSeconds = Long.toString(config.maxAge().toSeconds());
    }

    void register(@Observes Filters filters) {
        if (!origins.isEmpty()) {
            filters.register(this::handle, BEFORE_REFUSALS);
        }
    }

    private void handle(RoutingContext http) {
        HttpServerRequest request = http.request();
        HttpServerResponse response = http.response().putHeader(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        boolean allowed = origin != null && origins.contains(origin);
        if (allowed) {
            response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin)
                    .putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
        }
        if (Preflight.is(request)) {
            answerPreflight(response, allowed);
        } else {
            http.next();
        }
    }

    private void answerPreflight(HttpServerResponse response, boolean allowed) {
        if (allowed) {
            response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS)
                    .putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS)
                    .putHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, maxAgeSeconds);
        }
        response.setStatusCode(204).end();
    }
}
