package bench.spring;

import java.time.ZoneOffset;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of orders. */
@Repository
class Orders {

    private static final String INSERT = """
            INSERT INTO spring.orders (tenant, order_id, client, user_id, amount, currency, status, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void insert(Caller caller, Order order) {
        jdbc.sql(INSERT)
                .params(
                        caller.tenant(),
                        order.orderId(),
                        caller.client(),
                        order.userId(),
                        order.amount(),
                        order.currency(),
                        order.status(),
                        order.createdAt().atOffset(ZoneOffset.UTC))
                .update();
    }
}
