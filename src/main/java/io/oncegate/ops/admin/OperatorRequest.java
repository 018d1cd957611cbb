package io.oncegate.ops.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.caller.tenants.TenantId;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemException;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.BodyReader;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.oncegate.request.RequestContext;
import io.oncegate.request.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** What every request of an operator brings along: a body, a deadline, and the stamp of what it changes. */
@ApplicationScoped
class OperatorRequest {

    private static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final BodyReader bodies;
    private final Ids ids;
    private final Clock clock;

    OperatorRequest(BodyReader bodies, Ids ids, Clock clock) {
        this.bodies = bodies;
        this.ids = ids;
        this.clock = clock;
    }

    /** The JSON value that the body holds. */
    Uni<JsonNode> body(RoutingContext http) {
        return bodies.read(http).map(StrictJson::parse);
    }

    /** The same for a request that needs no body: without one, an object without members. */
    Uni<JsonNode> optionalBody(RoutingContext http) {
        return http.request().getHeader(HttpHeaders.CONTENT_TYPE) == null
                ? bodies.readRaw(http).map(OperatorRequest::nothing)
                : body(http);
    }

    private static JsonNode nothing(byte[] body) {
        if (body.length > 0) {
            throw Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the body with Content-Type: application/json.")
                    .toException();
        }
        return JsonNodeFactory.instance.objectNode();
    }

    Deadline deadline() {
        return RequestContext.current().deadline(USUAL_BUDGET);
    }

    Stamp stamp() {
        return Stamp.now(ids, clock);
    }

    Instant now() {
        return clock.instant();
    }

    /** The tenant id of a path, if a tenant can have it. */
    static String tenant(String id) {
        if (!TenantId.isOne(id)) {
            throw noTenant();
        }
        return id;
    }

    static ProblemException noTenant() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no tenant with this id.")
                .toException();
    }
}
