package io.oncegate.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncegate.request.RequestContext;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;

/**
 * Turns a {@link Problem} into {@code application/problem+json} (RFC 9457), for JAX-RS and for the filters in front of
 * it. Stateless.
 */
@ApplicationScoped
public class ProblemWriter {

    /** The media type of every error. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final int UNAUTHORIZED = 401;

    private final ObjectMapper json;
    private final String base;

    ProblemWriter(ObjectMapper json, ProblemConfig config) {
        this.json = json;
        this.base = config.base().replaceAll("/+$", "") + "/problems/";
    }

    /** The problem as a JAX-RS response. */
    public Response response(Problem problem) {
        Response.ResponseBuilder response = Response.status(problem.status())
                .type(MEDIA_TYPE)
                .entity(body(problem, RequestContext.current().id()));
        problem.retryAfter().ifPresent(retry -> response.header("Retry-After", retry.seconds()));
        if (problem.type().status() == UNAUTHORIZED) {
            response.header("WWW-Authenticate", "Bearer");
        }
        return response.build();
    }

    /** Answers a request that has not reached JAX-RS. */
    public void answer(RoutingContext http, Problem problem) {
        HttpServerResponse response =
                http.response().setStatusCode(problem.status()).putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE);
        problem.retryAfter().ifPresent(retry -> response.putHeader("Retry-After", Long.toString(retry.seconds())));
        response.end(Buffer.buffer(body(problem, RequestContext.current().id())));
    }

    /** The problem's body; {@code instance} is the id of the request that it answers. */
    public byte[] body(Problem problem, String instance) {
        ProblemType type = problem.type();
        ObjectNode node = json.createObjectNode()
                .put("type", base + type.slug())
                .put("title", type.title())
                .put("status", problem.status())
                .put("detail", problem.detail())
                .put("instance", instance)
                .put("retryable", type.retryable())
                .put("next_key", type.nextKey().wire());
        problem.retryAfter().ifPresent(retry -> node.put("retry_after_ms", retry.millis()));
        problem.members().forEach(node::put);
        problem.lists().forEach((member, values) -> values.forEach(node.putArray(member)::add));
        if (!problem.errors().isEmpty()) {
            ArrayNode errors = node.putArray("errors");
            problem.errors()
                    .forEach(error ->
                            errors.addObject().put("pointer", error.pointer()).put("detail", error.detail()));
        }
        try {
            return json.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem could not be written as JSON", e);
        }
    }
}
