package io.oncegate.orders.payment;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ulid;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The operator's hand: shows payments that nobody else can settle, and settles them as the operator says, who has looked
 * at the provider. Conditional on state: what has an outcome keeps it.
 */
@ApplicationScoped
public class ResolvePayment {

    private static final Set<AttemptStatus> UNDECIDED = EnumSet.of(AttemptStatus.UNKNOWN, AttemptStatus.REVIEW);

    private final Attempts attempts;
    private final SettleOrder settle;

    ResolvePayment(Attempts attempts, SettleOrder settle) {
        this.attempts = attempts;
        this.settle = settle;
    }

    /** Attempts in a status, by id, after {@code afterId}. */
    public Uni<List<Listed>> listed(AttemptStatus status, String afterId, int most, Deadline deadline) {
        return attempts.listed(status, afterId, most, deadline);
    }

    /**
     * Records the verdict about an attempt. Fails with {@code not-found}, or with {@code state-conflict} where the attempt
     * is neither unknown nor in review, or another attempt of its order has moved money and has to be settled first.
     */
    public Uni<Void> resolve(String attemptId, Verdict verdict, Stamp stamp, Deadline deadline) {
        if (!Ulid.isOne(attemptId)) {
            return Uni.createFrom().failure(ResolvePayment::noSuchAttempt);
        }
        return attempts.find(attemptId, deadline)
                .map(found -> found.orElseThrow(ResolvePayment::noSuchAttempt))
                .chain(attempt -> record(attempt, verdict, stamp, deadline))
                .onFailure(ConstraintViolatedException.class)
                .transform(
                        taken -> conflict("This external_id belongs to another order's payment. Nothing was changed."))
                .invoke(written -> {
                    if (!written) {
                        throw conflict(
                                "Only a payment that is unknown or in review can be resolved, and it can succeed only"
                                        + " where no other attempt of its order has. Nothing was changed.");
                    }
                })
                .replaceWithVoid();
    }

    private Uni<Boolean> record(Attempt attempt, Verdict verdict, Stamp stamp, Deadline deadline) {
        Settlement settlement = settle.as(verdict, attempt).from(UNDECIDED);
        return attempts.resolve(attempt.id(), settlement, verdict, stamp, deadline)
                .invoke(written -> {
                    if (written) {
                        settle.tell(attempt, settlement);
                    }
                });
    }

    private static RuntimeException noSuchAttempt() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no payment with this id.")
                .toException();
    }

    private static RuntimeException conflict(String detail) {
        return Problem.of(ProblemType.STATE_CONFLICT, detail).toException();
    }
}
