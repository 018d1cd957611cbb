package io.oncegate.orders.postgres;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderCursor;
import io.oncegate.orders.Orders;
import io.oncegate.phase.Rows;
import io.oncegate.phase.Statements;
import io.oncegate.request.Deadline;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table {@code orders}. */
@ApplicationScoped
class PgOrders implements Orders {

    /** Later than any order: where a list without a cursor begins. */
    private static final OrderCursor BEFORE_ALL = new OrderCursor(Instant.parse("9999-12-31T23:59:59.999Z"), "Z");

    private final Statements statements;

    PgOrders(Statements statements) {
        this.statements = statements;
    }

    @Override
    public FirstPhase placing(Order order, RecordedResponse response) {
        return FirstPhase.finishing(
                order.externalId() == null ? OrderSql.PLACE : OrderSql.PLACE_REFERRED,
                order.id(),
                response,
                order.userId(),
                order.amount(),
                order.currency(),
                order.externalId(),
                order.description(),
                OrderRow.json(order.metadata()),
                order.status().wire(),
                order.createdAt());
    }

    @Override
    public Uni<Optional<Order>> find(String tenant, String id, Deadline deadline) {
        return statements.repeatable(deadline, OrderSql.FIND, tenant, id).map(Rows.first(OrderRow::read));
    }

    @Override
    public Uni<Optional<Order>> holding(String tenant, String externalId, Deadline deadline) {
        return statements
                .repeatable(deadline, OrderSql.HOLDING, tenant, externalId)
                .map(Rows.first(OrderRow::read));
    }

    @Override
    public Uni<List<Order>> newest(String tenant, @Nullable OrderCursor cursor, int most, Deadline deadline) {
        OrderCursor from = cursor == null ? BEFORE_ALL : cursor;
        return statements
                .repeatable(deadline, OrderSql.NEWEST, tenant, from.createdAt(), from.id(), most)
                .map(Rows.all(OrderRow::read));
    }

    @Override
    public Uni<List<Order>> newestOf(
            String tenant, String externalId, @Nullable OrderCursor cursor, int most, Deadline deadline) {
        OrderCursor from = cursor == null ? BEFORE_ALL : cursor;
        return statements
                .repeatable(deadline, OrderSql.NEWEST_OF, tenant, from.createdAt(), from.id(), most, externalId)
                .map(Rows.all(OrderRow::read));
    }

    @Override
    public Uni<List<Order>> after(String tenant, String id, int most, Deadline deadline) {
        return statements.repeatable(deadline, OrderSql.AFTER, tenant, id, most).map(Rows.all(OrderRow::read));
    }
}
