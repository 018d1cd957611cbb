package io.oncegate.orders;

import io.oncegate.idempotency.IdempotencyEngine;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Places an order once: with a payment, or without one. */
@ApplicationScoped
class PlaceOrder {

    private final IdempotencyEngine engine;
    private final OrderDrafts drafts;
    private final UnpaidOrders unpaidOrders;
    private final PaidOrders paidOrders;

    PlaceOrder(IdempotencyEngine engine, OrderDrafts drafts, UnpaidOrders unpaidOrders, PaidOrders paidOrders) {
        this.engine = engine;
        this.drafts = drafts;
        this.unpaidOrders = unpaidOrders;
        this.paidOrders = paidOrders;
    }

    Uni<Answer> place(IdempotentRequest request) {
        NewOrder asked = NewOrder.from(request.body());
        if (asked.refusal().isPresent()) {
            return engine.refuse(
                    request,
                    asked.refusal().get(),
                    paidOrders.open(request.caller().tenant()));
        }
        return asked.payment()
                .map(payment -> paidOrders.place(request, drafts.order(request, asked), payment))
                .orElseGet(() -> engine.execute(request, () -> unpaidOrders.placing(drafts.order(request, asked))));
    }
}
