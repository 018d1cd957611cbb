package io.oncegate.orders.payment;

import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.payments.FrozenRequest;
import io.oncegate.payments.Reference;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to have orders paid. Each method is one statement; what it says about time is by the database's clock.
 * Writes that find somebody else in their place answer {@code false} or empty, and have written nothing.
 */
public interface Attempts {

    /** The statement that claims a key, places an order and begins its first attempt (P1). */
    FirstPhase beginning(Attempt first, Windows windows);

    /**
     * How long things last from now on.
     *
     * @param key the provider remembers the request's key; zero without keys
     * @param settle a request that has left may still have its effect
     * @param pay anything that could move money may be sent; counts from the order's placing
     * @param review until an operator decides; counts from the order's placing
     */
    record Windows(Duration key, Duration settle, Duration pay, Duration review) {}

    /**
     * Moves an attempt on to a step that is about to be sent, with what the last one brought (P2). Not when it is too late
     * to pay. Fails with a constraint of that name when the external id belongs to another order.
     */
    Uni<Boolean> step(Attempt attempt, FrozenRequest step, String externalId, Windows windows, Deadline deadline);

    /**
     * An attempt is about to be sent again, as it stands. Not when it is too late to pay, and what could move money only
     * while the provider knows its key.
     */
    Uni<Boolean> resending(Attempt attempt, boolean movesMoney, Windows windows, Deadline deadline);

    /** Ends an attempt that was proven not to have moved money, and begins the next. Not when it is too late to pay. */
    Uni<Boolean> next(Attempt ended, Attempt begun, Windows windows, Deadline deadline);

    /** Leaves an attempt to whoever looks after it next (P3'). */
    Uni<Boolean> leaveOpen(Attempt attempt, LeftOpen how, Deadline deadline);

    /**
     * Records an outcome, whoever learnt it: attempt, payment, order and key at once (P3). Fenced by the attempt and not by
     * a worker. False: it has an outcome already, or its order is in an operator's hands.
     */
    Uni<Boolean> settle(String attemptId, Settlement settlement, Deadline deadline);

    /** Leaves an attempt to an operator. Fails with a constraint of that name when its external id is another order's. */
    Uni<Boolean> review(String attemptId, Review review, Deadline deadline);

    /**
     * Money moved for an attempt that had ended without, for a second attempt of one payment, or a second time for one
     * attempt: all are left to an operator. False: none is so.
     *
     * @param eventId the webhook event that told it, which is applied with it; null where none did
     */
    Uni<Boolean> lateSuccess(String attemptId, String externalId, @Nullable String eventId, Deadline deadline);

    /**
     * Writes down what was heard of an attempt that is open or in review, whoever works on it, and takes it from nobody.
     * False: it is known, or the attempt has an outcome.
     */
    Uni<Boolean> note(String attemptId, Noted noted, Deadline deadline);

    /** Attempts of an account that are due, for {@code worker}: the oldest and those that were looked after least. */
    Uni<List<Attempt>> due(String account, UUID worker, int most, Deadline deadline);

    /** An order's live attempt, for {@code worker}, unless somebody works on it or has done so within {@code quiet}. */
    Uni<Optional<Attempt>> live(String tenant, String orderId, UUID worker, Duration quiet, Deadline deadline);

    /** The same by an operator, who says why. */
    Uni<Boolean> resolve(String attemptId, Settlement settlement, Verdict verdict, Stamp stamp, Deadline deadline);

    /** One attempt as it is, whoever works on it. Reads only. */
    Uni<Optional<Attempt>> find(String attemptId, Deadline deadline);

    /** An account's attempt that a provider's id, or else our reference, names. Reads only. */
    Uni<Optional<Meant>> meant(
            String account, @Nullable String externalId, @Nullable Reference reference, Deadline deadline);

    /** Attempts of all tenants in one status, by id, after {@code afterId}. Reads only. */
    Uni<List<Listed>> listed(AttemptStatus status, String afterId, int most, Deadline deadline);

    /** How an order's payment stands. Reads only. */
    Uni<Optional<Standing>> standing(String tenant, String orderId, Deadline deadline);

    /** The accounts that have open attempts. Reads only. */
    Uni<List<String>> openAccounts(Deadline deadline);

    /** What is open, by status. Reads only. */
    Uni<List<OpenNow>> open(Deadline deadline);

    /** How many attempts are in one status, and the age of the oldest. */
    record OpenNow(AttemptStatus status, long number, long oldestAgeSeconds) {}
}
