package io.oncegate.idempotency;

import io.oncegate.idempotency.IdempotencyMetrics.Outcome;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * What a request is told about a key that somebody else executes or has executed. Counts what it says, and remembers
 * finished answers for the next repeat.
 */
@ApplicationScoped
class KeyAnswers {

    private static final Logger LOG = Logger.getLogger(KeyAnswers.class);

    private static final Duration LATER = Duration.ofSeconds(30);

    private final ReplayCache cache;
    private final IdempotencyMetrics metrics;
    private final IdempotencyConfig config;

    KeyAnswers(ReplayCache cache, IdempotencyMetrics metrics, IdempotencyConfig config) {
        this.cache = cache;
        this.metrics = metrics;
        this.config = config;
    }

    /** From memory, if the key's answer is there. */
    Optional<Answer> remembered(IdempotentRequest request) {
        return cache.find(request.scope()).map(entry -> {
            if (!entry.fingerprint().equals(request.fingerprint())) {
                return reused(request);
            }
            count(request, Outcome.CACHE);
            return new Answer.Replayed(entry.response());
        });
    }

    /** To the request that executed the operation. */
    Answer first(IdempotentRequest request, RecordedResponse response, Outcome how) {
        count(request, how);
        cache.remember(
                request.scope(), request.fingerprint(), response, request.kind().retention());
        return new Answer.First(response);
    }

    /** To a request whose work goes on without it. */
    Answer open(IdempotentRequest request, Recording.Open open) {
        count(request, Outcome.OPEN);
        return new Answer.Open(open.response(), open.retryAfter());
    }

    /** From the key's row; {@code whenFree} where the row is as good as absent. */
    Answer from(KeyRow row, IdempotentRequest request, Answer whenFree) {
        return switch (row.standing(request.fingerprint())) {
            case FREE -> whenFree;
            case OTHER_REQUEST -> reused(request);
            case INCOMPARABLE -> incomparable();
            case FINISHED -> replayed(row, request);
            case RUNNING, ABANDONED -> inProgress(row, request);
        };
    }

    private Answer replayed(KeyRow row, IdempotentRequest request) {
        RecordedResponse response = row.response().orElseThrow();
        cache.remember(
                request.scope(), row.fingerprint(), response, row.lifeLeft().orElse(Duration.ZERO));
        count(request, Outcome.REPLAY);
        return new Answer.Replayed(response);
    }

    private Answer reused(IdempotentRequest request) {
        count(request, Outcome.REUSED);
        return new Answer.Refused(Problem.of(
                        ProblemType.IDEMPOTENCY_KEY_REUSED,
                        "This Idempotency-Key was used with another request body. Send a new request with a new key.")
                .withStatus(config.mismatchStatus()));
    }

    /** To a duplicate of a request that is being executed. */
    Answer inProgress(KeyRow row, IdempotentRequest request) {
        count(request, Outcome.IN_PROGRESS);
        return new Answer.Refused(Problem.of(
                        ProblemType.REQUEST_IN_PROGRESS,
                        "A request with this Idempotency-Key is being executed. Repeat it later, with the same key.")
                .withRetryAfter(row.retryAfter()));
    }

    /** Whether the key has had as many workers as it may have. */
    boolean isStuck(KeyRow row) {
        return row.takeovers() >= config.mostTakeovers();
    }

    /** To a request whose key lost each of its workers. What became of it is not known, and is not pretended to be. */
    Answer stuck(KeyRow row, IdempotentRequest request) {
        LOG.errorf(
                "a key in progress has lost every worker and needs an operator: operation=%s recoveryPoint=%s takeovers=%d",
                request.kind().name(), row.recoveryPoint(), row.takeovers());
        count(request, Outcome.IN_PROGRESS);
        return new Answer.Refused(Problem.of(
                        ProblemType.REQUEST_IN_PROGRESS,
                        "The request with this Idempotency-Key was interrupted too often and is under review. Its outcome"
                                + " is not known yet; keep the key and ask again.")
                .withRetryAfter(LATER));
    }

    /** To a request that met a rival each time it asked. */
    Answer contended() {
        return unavailable("Too many requests with this Idempotency-Key arrived at once. Repeat it with the same key.");
    }

    /** To a request that was overtaken, where nothing is found in its place. */
    Answer fenced(IdempotentRequest request) {
        count(request, Outcome.FENCED);
        return contended();
    }

    private void count(IdempotentRequest request, Outcome outcome) {
        metrics.count(request.kind(), outcome);
        Stage asking = Stage.current();
        if (asking.isTold()) {
            asking.say("oncegate.idempotency", outcome.name().toLowerCase(Locale.ROOT));
        }
    }

    private static Answer incomparable() {
        return unavailable(
                "This Idempotency-Key was used with a newer version of the service, which is being rolled out."
                        + " Repeat the request with the same key.");
    }

    private static Answer unavailable(String detail) {
        return new Answer.Refused(Problem.of(ProblemType.STORAGE_UNAVAILABLE, detail));
    }
}
