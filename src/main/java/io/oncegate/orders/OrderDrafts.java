package io.oncegate.orders;

import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.request.Ids;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** Fixes an order, id and time included, before the statement that stores it. */
@ApplicationScoped
class OrderDrafts {

    private final Ids ids;
    private final Clock clock;

    OrderDrafts(Ids ids, Clock clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /** The order that a request asks for. */
    Order order(IdempotentRequest request, NewOrder asked) {
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
                asked.payment().isPresent() ? OrderStatus.PAYMENT_PENDING : OrderStatus.CREATED,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                null);
    }
}
