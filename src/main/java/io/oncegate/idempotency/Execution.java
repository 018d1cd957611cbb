package io.oncegate.idempotency;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.phase.ConstraintViolatedException;
import io.smallrye.mutiny.Uni;
import java.util.UUID;

/**
 * One request's way through the engine: its operation, the token that its writes carry, and how often it may ask again.
 * Confined to the request's context.
 */
final class Execution {

    /** A claim that meets a rival's unseen commit is asked again; a third time running into one is bad luck. */
    private static final int MOST_CLAIMS = 3;

    private final IdempotentRequest request;
    private final Operation operation;
    private final UUID token;
    private int claimsLeft = MOST_CLAIMS;
    private boolean waited;

    Execution(IdempotentRequest request, Operation operation, UUID token) {
        this.request = request;
        this.operation = operation;
        this.token = token;
    }

    IdempotentRequest request() {
        return request;
    }

    UUID token() {
        return token;
    }

    FirstPhase firstPhase() {
        return operation.firstPhase();
    }

    Uni<Recording> proceed(Held held) {
        return operation.proceed(held, request.deadline());
    }

    Operation operation() {
        return operation;
    }

    Uni<Answer> whenViolated(ConstraintViolatedException violation) {
        return operation.whenViolated(violation, request.deadline());
    }

    /** Counts a claim; false when there have been enough. */
    boolean mayClaim() {
        return claimsLeft-- > 0;
    }

    /** Whether this request wants to wait for a rival and has not done so. */
    boolean mayWait() {
        return !waited && !request.patience().isZero();
    }

    /** Waits only once, and may then claim as if it had just come. */
    Execution afterWaiting() {
        waited = true;
        claimsLeft = MOST_CLAIMS;
        return this;
    }
}
