package bench.spring;

import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request that is refused with a problem. It carries no stack trace: a refusal is an answer, not a failure. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ProblemDetail problem;
    private final transient Duration retryAfter;

    private Refusal(ProblemDetail problem, Duration retryAfter) {
        super(problem.getDetail(), null, false, false);
        this.problem = problem;
        this.retryAfter = retryAfter;
    }

    /** A request that has to be changed before it is sent again. */
    static Refusal of(HttpStatus status, String slug, String detail) {
        return new Refusal(problem(status, slug, detail, false), null);
    }

    /** A request that may be sent again as it is, after a while. */
    static Refusal later(HttpStatus status, String slug, String detail, Duration retryAfter) {
        ProblemDetail problem = problem(status, slug, detail, true);
        problem.setProperty("next_key", "same");
        problem.setProperty("retry_after_ms", retryAfter.toMillis());
        return new Refusal(problem, retryAfter);
    }

    Refusal with(String member, Object value) {
        problem.setProperty(member, value);
        return this;
    }

    ProblemDetail problem() {
        return problem;
    }

    /** Null where waiting does not help. */
    Duration retryAfter() {
        return retryAfter;
    }

    private static ProblemDetail problem(HttpStatus status, String slug, String detail, boolean retryable) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("/problems/" + slug));
        problem.setProperty("retryable", retryable);
        return problem;
    }
}
