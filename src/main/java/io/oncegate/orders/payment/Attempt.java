package io.oncegate.orders.payment;

import io.oncegate.orders.Order;
import io.oncegate.payments.Charge;
import io.oncegate.payments.FrozenRequest;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An attempt in the hands of a worker, as one statement found it. Whatever the worker writes carries its token: a write
 * that hits no row says that somebody else goes on.
 *
 * @param id ULID
 * @param number from 1
 * @param worker the token of whoever works on it
 */
public record Attempt(
        String id, Order order, Instruction instruction, int number, UUID worker, Progress progress, Times times) {

    /**
     * How far it has come.
     *
     * @param status as it was found; what it is again when nothing leaves
     * @param request the step it is at
     * @param externalId what the provider calls the payment, once that is known
     * @param errorAnswered whether the last answer was a server error
     * @param checks how often it was looked after
     * @param absences how often in a row the provider showed no move of money when it should have
     */
    public record Progress(
            AttemptStatus status,
            FrozenRequest request,
            @Nullable String externalId,
            boolean errorAnswered,
            int checks,
            int absences) {

        /** At a step of which nothing has left. */
        static Progress prepared(FrozenRequest request, @Nullable String externalId, int checks) {
            return new Progress(AttemptStatus.PREPARED, request, externalId, false, checks, 0);
        }
    }

    /**
     * What the database's clock says.
     *
     * @param payable whether anything may be sent that could move money
     * @param resendable whether the provider still knows the request's key
     * @param settled whether a request that left has had its effect by now, or never will
     * @param overdue whether an operator has to decide
     */
    public record Times(boolean payable, boolean resendable, boolean settled, boolean overdue) {

        /** Right after something was sent, or is about to be. */
        static final Times FRESH = new Times(true, true, false, false);
    }

    /** The first attempt to have an order paid; what is sent is written for its charge. */
    static Attempt first(
            String id, Order order, Instruction instruction, UUID worker, Function<Charge, FrozenRequest> freezing) {
        FrozenRequest request = freezing.apply(charge(order, instruction, 1));
        return new Attempt(id, order, instruction, 1, worker, Progress.prepared(request, null, 0), Times.FRESH);
    }

    /** The attempt that begins when this one has ended. */
    Attempt next(String nextId, UUID nextWorker, FrozenRequest first) {
        Progress begun = Progress.prepared(first, null, 0);
        return new Attempt(nextId, order, instruction, number + 1, nextWorker, begun, Times.FRESH);
    }

    /** What the provider is asked for. */
    Charge charge() {
        return charge(order, instruction, number);
    }

    /** The same for the attempt after this one. */
    Charge nextCharge() {
        return charge(order, instruction, number + 1);
    }

    private static Charge charge(Order order, Instruction instruction, int attempt) {
        return new Charge(
                order.id(),
                attempt,
                order.amount(),
                order.currency(),
                instruction.method(),
                instruction.returnUrl(),
                instruction.clientKey());
    }

    public AttemptStatus status() {
        return progress.status();
    }

    public FrozenRequest request() {
        return progress.request();
    }

    public @Nullable String externalId() {
        return progress.externalId();
    }

    boolean errorAnswered() {
        return progress.errorAnswered();
    }

    int checks() {
        return progress.checks();
    }

    int absences() {
        return progress.absences();
    }

    /** The same attempt in the hands of another worker. */
    Attempt heldBy(UUID other) {
        return new Attempt(id, order, instruction, number, other, progress, times);
    }

    /** The same attempt, of which it was learnt what the provider calls it. */
    Attempt knownAs(String learnt) {
        return with(new Progress(status(), request(), learnt, errorAnswered(), checks(), absences()), times);
    }

    /** The same attempt on its way: as long as nothing had left, having been looked after does not count. */
    Attempt leaving() {
        return status() != AttemptStatus.PREPARED
                ? this
                : with(new Progress(status(), request(), externalId(), errorAnswered(), 0, absences()), times);
    }

    /** The same attempt at another step, of which nothing has left yet. */
    Attempt at(FrozenRequest step, @Nullable String knownExternalId) {
        return with(Progress.prepared(step, knownExternalId, checks()), Times.FRESH);
    }

    private Attempt with(Progress other, Times otherTimes) {
        return new Attempt(id, order, instruction, number, worker, other, otherTimes);
    }
}
