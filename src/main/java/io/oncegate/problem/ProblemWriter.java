package io.oncegate.problem;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncegate.request.RequestContext;
import io.oncegate.request.Stage;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Turns a {@link Problem} into {@code application/problem+json} (RFC 9457), for JAX-RS and for the filters in front of
 * it. Stateless.
 */
@ApplicationScoped
public class ProblemWriter {

    /** The media type of every error. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** In bytes; a longer one is no trouble. */
    private static final int USUAL_LENGTH = 512;

    private final ObjectMapper json;
    private final String base;

    ProblemWriter(ObjectMapper json, ProblemConfig config) {
        this.json = json;
        this.base = config.base().replaceAll("/+$", "") + "/problems/";
    }

    /** The problem as a JAX-RS response. */
    public Response response(Problem problem) {
        Stage.current().say("oncegate.problem", problem.type().slug());
        BytesWriter.use();
        Response.ResponseBuilder response = Response.status(problem.status())
                .type(MEDIA_TYPE)
                .entity(body(problem, RequestContext.current().id()));
        problem.retryAfter().ifPresent(retry -> response.header("Retry-After", retry.seconds()));
        if (problem.type() == ProblemType.UNAUTHENTICATED) {
            response.header("WWW-Authenticate", "Bearer");
        }
        return response.build();
    }

    /** Answers a request that has not reached JAX-RS. */
    public void answer(RoutingContext http, Problem problem) {
        Stage.current().say("oncegate.problem", problem.type().slug());
        HttpServerResponse response =
                http.response().setStatusCode(problem.status()).putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE);
        problem.retryAfter().ifPresent(retry -> response.putHeader("Retry-After", Long.toString(retry.seconds())));
        response.end(Buffer.buffer(body(problem, RequestContext.current().id())));
    }

    /** The problem's body; {@code instance} is the id of the request that it answers. */
    public byte[] body(Problem problem, String instance) {
        ProblemType type = problem.type();
        ByteArrayBuilder written = new ByteArrayBuilder(USUAL_LENGTH);
        try (JsonGenerator out = json.createGenerator(written)) {
            out.writeStartObject();
            out.writeStringField("type", base + type.slug());
            out.writeStringField("title", type.title());
            out.writeNumberField("status", problem.status());
            out.writeStringField("detail", problem.detail());
            out.writeStringField("instance", instance);
            out.writeBooleanField("retryable", type.retryable());
            out.writeStringField("next_key", type.nextKey().wire());
            if (problem.retryAfter().isPresent()) {
                out.writeNumberField(
                        "retry_after_ms", problem.retryAfter().get().millis());
            }
            writeOwnMembers(out, problem);
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a problem could not be written as JSON", impossible);
        }
        return written.toByteArray();
    }

    private static void writeOwnMembers(JsonGenerator out, Problem problem) throws IOException {
        for (Map.Entry<String, String> member : problem.members().entrySet()) {
            out.writeStringField(member.getKey(), member.getValue());
        }
        for (Map.Entry<String, List<String>> list : problem.lists().entrySet()) {
            out.writeArrayFieldStart(list.getKey());
            for (String value : list.getValue()) {
                out.writeString(value);
            }
            out.writeEndArray();
        }
        if (!problem.errors().isEmpty()) {
            out.writeArrayFieldStart("errors");
            for (Problem.FieldError error : problem.errors()) {
                out.writeStartObject();
                out.writeStringField("pointer", error.pointer());
                out.writeStringField("detail", error.detail());
                out.writeEndObject();
            }
            out.writeEndArray();
        }
    }
}
