package io.oncegate.orders;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Orders without a payment: one statement claims the key, stores the order and records the whole answer. */
@ApplicationScoped
class UnpaidOrders {

    private final Orders orders;
    private final OrderAnswers answers;
    private final TakenReference takenReference;

    UnpaidOrders(Orders orders, OrderAnswers answers, TakenReference takenReference) {
        this.orders = orders;
        this.answers = answers;
        this.takenReference = takenReference;
    }

    Operation placing(Order order) {
        return new Placing(order);
    }

    /** One order on its way into the table. */
    private final class Placing implements Operation {

        private final Order order;
        private final RecordedResponse response;

        Placing(Order order) {
            this.order = order;
            this.response = answers.created(order);
        }

        @Override
        public FirstPhase firstPhase() {
            return orders.placing(order, response);
        }

        @Override
        public Uni<Recording> proceed(Held held, Deadline deadline) {
            return Uni.createFrom().item(new Recording.Recorded(response));
        }

        @Override
        public Uni<Answer> whenViolated(ConstraintViolatedException violation, Deadline deadline) {
            return takenReference.answer(order, violation, deadline);
        }
    }
}
