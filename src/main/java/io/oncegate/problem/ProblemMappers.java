package io.oncegate.problem;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.request.BodyRefusedException;
import io.oncegate.request.InvalidTimeBudgetException;
import io.oncegate.request.MalformedJsonException;
import io.oncegate.request.Routes;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Where whatever was thrown becomes a {@link Problem}: ours as they are, the framework's by their meaning, and anything
 * else as {@code internal}, logged with its stack trace and told without it.
 */
@ApplicationScoped
class ProblemMappers {

    private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

    private final ProblemWriter writer;
    private final Routes routes;

    ProblemMappers(ProblemWriter writer, Routes routes) {
        this.writer = writer;
        this.routes = routes;
    }

    @ServerExceptionMapper
    Response problem(ProblemException thrown) {
        return writer.response(thrown.problem());
    }

    @ServerExceptionMapper
    Response budget(InvalidTimeBudgetException thrown) {
        return answer(ProblemType.MALFORMED_REQUEST, String.valueOf(thrown.getMessage()));
    }

    @ServerExceptionMapper
    Response malformed(MalformedJsonException thrown) {
        return answer(ProblemType.MALFORMED_REQUEST, String.valueOf(thrown.getMessage()));
    }

    @ServerExceptionMapper
    Response refused(BodyRefusedException thrown) {
        ProblemType type = switch (thrown.kind()) {
            case TOO_LARGE -> ProblemType.PAYLOAD_TOO_LARGE;
            case UNSUPPORTED -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            case LATE, CUT -> ProblemType.MALFORMED_REQUEST;
        };
        return answer(type, String.valueOf(thrown.getMessage()));
    }

    /** The framework misses a path's other methods where another resource's path is the beginning of it. */
    @ServerExceptionMapper
    Response notFound(NotFoundException thrown, RoutingContext http) {
        Set<String> methods = routes.methodsAt(http.normalizedPath());
        return methods.isEmpty() || methods.contains(http.request().method().name())
                ? answer(ProblemType.NOT_FOUND, "No resource has this path.")
                : notAllowed(methods);
    }

    @ServerExceptionMapper
    Response notAllowed(NotAllowedException thrown, RoutingContext http) {
        return notAllowed(routes.methodsAt(http.normalizedPath()));
    }

    private Response notAllowed(Set<String> methods) {
        String list = String.join(", ", methods);
        Response problem = answer(ProblemType.METHOD_NOT_ALLOWED, "This path takes " + list + " only.");
        return Response.fromResponse(problem).header("Allow", list).build();
    }

    @ServerExceptionMapper
    Response notAcceptable(NotAcceptableException thrown) {
        return answer(
                ProblemType.NOT_ACCEPTABLE,
                "Ask for the media type that this operation answers with, or leave the Accept header out.");
    }

    @ServerExceptionMapper
    Response notSupported(NotSupportedException thrown) {
        return answer(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json in UTF-8.");
    }

    @ServerExceptionMapper
    Response unreadable(JsonProcessingException thrown) {
        return answer(ProblemType.MALFORMED_REQUEST, "The body is not the JSON that this operation takes.");
    }

    @ServerExceptionMapper
    Response invalid(ConstraintViolationException thrown) {
        return writer.response(Problem.invalid(errors(thrown)));
    }

    static List<FieldError> errors(ConstraintViolationException thrown) {
        return thrown.getConstraintViolations().stream()
                .map(violation ->
                        new FieldError(ViolationPointer.of(violation.getPropertyPath()), violation.getMessage()))
                .sorted(Comparator.comparing(FieldError::pointer).thenComparing(FieldError::detail))
                .toList();
    }

    @ServerExceptionMapper
    Response otherHttpError(WebApplicationException thrown) {
        int status = thrown.getResponse().getStatus();
        if (status >= 500) {
            return unexpected(thrown);
        }
        return switch (status) {
            case 401 -> answer(ProblemType.UNAUTHENTICATED, "Send a valid credential.");
            case 403 -> answer(ProblemType.FORBIDDEN, "The credential does not allow this.");
            case 404 -> answer(ProblemType.NOT_FOUND, "No resource has this path.");
            case 405 -> answer(ProblemType.METHOD_NOT_ALLOWED, "This path does not take the request's method.");
            case 406 -> answer(ProblemType.NOT_ACCEPTABLE, "Ask for application/json.");
            case 413 -> answer(ProblemType.PAYLOAD_TOO_LARGE, "Send a smaller body.");
            case 415 -> answer(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json in UTF-8.");
            default -> answer(ProblemType.MALFORMED_REQUEST, "The request cannot be read.");
        };
    }

    @ServerExceptionMapper
    Response unexpected(Throwable thrown) {
        LOG.error("a request failed unexpectedly", thrown);
        return answer(
                ProblemType.INTERNAL,
                "Something unexpected happened; the instance identifies this request in the logs.");
    }

    private Response answer(ProblemType type, String detail) {
        return writer.response(Problem.of(type, detail));
    }
}
