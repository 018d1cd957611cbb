package io.oncegate.orders;

import io.oncegate.idempotency.IdempotencyEngine;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.Held;
import io.oncegate.idempotency.operation.Operation;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.operation.Recording;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.oncegate.request.Ids;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Places an order once. The order's id, its time and the whole answer are fixed before the one statement that claims the
 * key, stores the order and records the answer.
 */
@ApplicationScoped
class PlaceOrder {

    private final IdempotencyEngine engine;
    private final Orders orders;
    private final OrderAnswers answers;
    private final Ids ids;
    private final Clock clock;

    PlaceOrder(IdempotencyEngine engine, Orders orders, OrderAnswers answers, Ids ids, Clock clock) {
        this.engine = engine;
        this.orders = orders;
        this.answers = answers;
        this.ids = ids;
        this.clock = clock;
    }

    Uni<Answer> place(IdempotentRequest request) {
        NewOrder asked = NewOrder.from(request.body());
        return asked.refusal()
                .map(refusal -> engine.refuse(request, refusal))
                .orElseGet(() -> engine.execute(request, () -> new Placing(order(request, asked))));
    }

    private Order order(IdempotentRequest request, NewOrder asked) {
        return new Order(
                request.caller().tenant(),
                ids.ulid(),
                request.caller().principal(),
                asked.userId(),
                asked.amount(),
                asked.currency(),
                asked.externalId(),
                asked.description(),
                asked.metadata(),
                OrderStatus.CREATED,
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
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
            if (!violation.constraint().equals(Orders.EXTERNAL_ID_HELD) || order.externalId() == null) {
                return Uni.createFrom().failure(violation);
            }
            return orders.holding(order.tenant(), order.externalId(), deadline).map(this::whenTaken);
        }

        /** The reference belongs to another order: the one that was meant, or a mistake. Nothing is recorded. */
        private Answer whenTaken(Optional<Order> holder) {
            if (holder.isEmpty()) {
                return new Answer.Refused(Problem.of(
                        ProblemType.STORAGE_UNAVAILABLE,
                        "The external_id was just released by another order. Repeat the request with the same key."));
            }
            Order taken = holder.get();
            return order.asksTheSameAs(taken)
                    ? new Answer.First(answers.asItIs(taken))
                    : new Answer.Refused(Problem.of(
                                    ProblemType.EXTERNAL_ID_TAKEN,
                                    "Another order of this tenant has this external_id, for another user, amount or"
                                            + " currency.")
                            .with("order_id", taken.id()));
        }
    }
}
