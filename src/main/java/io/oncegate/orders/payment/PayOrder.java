package io.oncegate.orders.payment;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderPayment;
import io.oncegate.orders.TakenReference;
import io.oncegate.payments.Account;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order with its payment as an operation: the statement that claims the key stores the order together with the
 * request to the provider, and only then does that request leave. The caller is answered when the outcome is known or
 * its time is up; the work goes on either way.
 */
@ApplicationScoped
class PayOrder {

    private final WorkOnAttempt work;
    private final OpenPayments openPayments;
    private final TakenReference takenReference;

    PayOrder(WorkOnAttempt work, OpenPayments openPayments, TakenReference takenReference) {
        this.work = work;
        this.openPayments = openPayments;
        this.takenReference = takenReference;
    }

    Operation paying(Order order, Instruction instruction, Account account) {
        return new Paying(order, instruction, account);
    }

    /** Goes on with the payment of an order whose key is in progress. */
    Optional<Uni<Recording>> goOn(String tenant, @Nullable String orderId, Deadline deadline) {
        return orderId == null ? Optional.empty() : Optional.of(openPayments.goOn(tenant, orderId, deadline));
    }

    /** One order on its way into the tables and to its provider. Confined to its request. */
    private final class Paying implements Operation {

        private final Account account;
        private final Attempt first;
        private Deadline leaveBy;

        Paying(Order order, Instruction instruction, Account account) {
            this.account = account;
            this.first =
                    work.first(order.with(order.status(), OrderPayment.begun(account.name())), instruction, account);
            this.leaveBy = work.leaveBy();
        }

        /** The time until which the request may leave begins anew with each statement that is issued. */
        @Override
        public FirstPhase firstPhase() {
            leaveBy = work.leaveBy();
            return work.beginning(first, account);
        }

        @Override
        public Uni<Recording> proceed(Held held, Deadline deadline) {
            Attempt ours = first.heldBy(held.token());
            return openPayments.within(deadline, ours.order(), work.send(ours, account, leaveBy));
        }

        @Override
        public Optional<Uni<Recording>> goOn(@Nullable String resourceId, Deadline deadline) {
            return PayOrder.this.goOn(first.order().tenant(), resourceId, deadline);
        }

        @Override
        public Uni<Answer> whenViolated(ConstraintViolatedException violation, Deadline deadline) {
            return takenReference.answer(first.order(), violation, deadline);
        }
    }
}
