package io.oncegate.orders;

import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.InProgress;
import io.smallrye.mutiny.Uni;

/** Orders that are paid for. What {@link PlaceOrder} knows of payments. */
public interface PaidOrders {

    /** Places {@code order} once and has it paid once, or refuses with what is wrong with the payment that is asked for. */
    Uni<Answer> place(IdempotentRequest request, Order order, PaymentAsked asked);

    /** What is made of a key of {@code tenant} that is in progress: its order's payment is open. */
    InProgress open(String tenant);
}
