package bench.spring;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers refusals, the framework's own among them, as problems. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

    private static final long LONGEST_WAIT_SECONDS = 3600;

    @ExceptionHandler
    ResponseEntity<ProblemDetail> refused(Refusal refusal, HttpServletRequest request) {
        ProblemDetail problem = refusal.problem();
        problem.setInstance(URI.create(Gate.requestId(request)));
        var answer = ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (refusal.retryAfter() != null) {
            answer.header(HttpHeaders.RETRY_AFTER, Long.toString(retryAfterSeconds(refusal.retryAfter())));
        }
        return answer.body(problem);
    }

    // The first request with the key has not committed within lock_timeout.
    @ExceptionHandler
    ResponseEntity<ProblemDetail> stillRunning(CannotAcquireLockException e, HttpServletRequest request) {
        return refused(
                Refusal.later(
                        HttpStatus.CONFLICT,
                        "request-in-progress",
                        "A request with this key is still running; repeat it later.",
                        Duration.ofSeconds(1)),
                request);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(RuntimeException e, HttpServletRequest request) {
        logger.error("failed", e);
        return refused(Refusal.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal", "Something failed here."), request);
    }

    // Upward only, so that those who were refused together do not come back together, nor too early.
    private static long retryAfterSeconds(Duration wait) {
        double seconds = wait.toMillis() / 1000.0;
        double jitter = ThreadLocalRandom.current().nextDouble() * Math.max(1, seconds / 5);
        return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, (long) Math.ceil(seconds + jitter)));
    }
}
