package io.oncegate.orders;

import io.oncegate.idempotency.operation.Answer;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.problem.Problem;
import io.oncegate.problem.ProblemType;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/**
 * What is said to an order whose merchant's reference belongs to another one: the order that was meant, or a mistake.
 * Nothing is recorded either way.
 */
@ApplicationScoped
public class TakenReference {

    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration WHEN_SOMEBODY_HAS_LOOKED = Duration.ofHours(1);

    private final Orders orders;
    private final OrderAnswers answers;

    TakenReference(Orders orders, OrderAnswers answers) {
        this.orders = orders;
        this.answers = answers;
    }

    /** Answers {@code order}, whose statement broke a constraint; fails with a violation that is about anything else. */
    public Uni<Answer> answer(Order order, ConstraintViolatedException violation, Deadline deadline) {
        if (!violation.constraint().equals(Orders.EXTERNAL_ID_HELD) || order.externalId() == null) {
            return Uni.createFrom().failure(violation);
        }
        return orders.holding(order.tenant(), order.externalId(), deadline).map(holder -> answer(order, holder));
    }

    private Answer answer(Order order, Optional<Order> holder) {
        if (holder.isEmpty()) {
            return new Answer.Refused(Problem.of(
                    ProblemType.STORAGE_UNAVAILABLE,
                    "The external_id was just released by another order. Repeat the request with the same key."));
        }
        Order taken = holder.get();
        if (!order.asksTheSameAs(taken)) {
            return new Answer.Refused(Problem.of(
                            ProblemType.EXTERNAL_ID_TAKEN,
                            "Another order of this tenant has this external_id, for another user, amount or"
                                    + " currency.")
                    .with("order_id", taken.id()));
        }
        return taken.status().isOpen()
                ? new Answer.Open(
                        answers.open(taken),
                        taken.status() == OrderStatus.PAYMENT_REVIEW ? WHEN_SOMEBODY_HAS_LOOKED : SOON)
                : new Answer.First(answers.asItIs(taken));
    }
}
