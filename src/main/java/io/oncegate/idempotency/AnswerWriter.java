package io.oncegate.idempotency;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.problem.BytesWriter;
import io.oncegate.problem.ProblemWriter;
import io.oncegate.problem.RetryAfter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;

/** Turns the engine's {@link Answer} into an HTTP response. */
@ApplicationScoped
class AnswerWriter {

    private final ProblemWriter problems;

    AnswerWriter(ProblemWriter problems) {
        this.problems = problems;
    }

    /** The response; a repeat is marked as one. */
    Response response(Answer answer) {
        return answer.match(
                first -> recorded(first).build(),
                replayed ->
                        recorded(replayed).header("Idempotent-Replayed", "true").build(),
                open -> recorded(open.response())
                        .header("Retry-After", RetryAfter.in(open.retryAfter()).seconds())
                        .build(),
                problems::response);
    }

    /** The location goes out as it was recorded: JAX-RS would make it absolute from the Host header. */
    private static Response.ResponseBuilder recorded(RecordedResponse recorded) {
        BytesWriter.use();
        Response.ResponseBuilder response =
                Response.status(recorded.status()).type(recorded.contentType()).entity(recorded.body());
        return recorded.location() == null ? response : response.header("Location", recorded.location());
    }
}
