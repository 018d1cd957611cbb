package io.oncegate.orders.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.idempotency.operation.FirstPhase;
import io.oncegate.idempotency.operation.RecordedResponse;
import io.oncegate.idempotency.postgres.TestClaims;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrderStatus;
import io.oncegate.phase.ConstraintViolatedException;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One statement for many orders stores what one for each of them does. */
class OrdersTogetherTest {

    private static final String KEYS = """
            SELECT to_jsonb(k) - 'worker_token' - 'created_at' - 'updated_at' - 'expires_at' AS row,
                (extract(epoch FROM expires_at - created_at))::integer AS life
            FROM idempotency_keys AS k
            ORDER BY key""";
    private static final String ORDERS = "SELECT to_jsonb(o) - 'updated_at' AS row FROM orders AS o ORDER BY order_id";

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestClaims claims = new TestClaims(database);
    private final PgOrders orders = new PgOrders(claims.storage().statements());

    @AfterEach
    void close() {
        claims.close();
    }

    @Test
    void storesWhatOneForEachOfThemDoes() {
        var phases = IntStream.range(0, 40)
                .mapToObj(number -> placing(
                        number,
                        null,
                        number % 3 == 0 ? null : "no. " + number + ": \"{},\\ \u20ac\"",
                        number % 4 == 0 ? null : Map.of("colour", "red, {green}", "n", "" + number)))
                .toList();

        var alone = stored(claims.alone(phases));
        var together = stored(claims.together(phases));

        assertThat(together).isEqualTo(alone).hasSize(80);
        assertThat(claims.statements("orders")).containsExactly(2.0, 0.0);
    }

    @Test
    void aColumnOfNothingButNullsIsStoredAsSuch() {
        var phases = IntStream.range(0, 5)
                .mapToObj(number -> placing(number, null, null, null))
                .toList();

        assertThat(stored(claims.together(phases))).isEqualTo(stored(claims.alone(phases)));
    }

    @Test
    void aReferenceThatIsTakenIsToldToItsOwnOrderOnly() {
        claims.together(List.of(placing(0, "taken", null, null))).forEach(CompletableFuture::join);
        var phases = IntStream.range(1, 21)
                .mapToObj(number -> placing(number, number % 5 == 0 ? "taken" : "reference-" + number, null, null))
                .toList();

        var answers = claims.together(phases);

        for (int number = 1; number <= 20; number++) {
            var answer = answers.get(number - 1);
            if (number % 5 == 0) {
                assertThatThrownBy(answer::join)
                        .cause()
                        .isInstanceOfSatisfying(
                                ConstraintViolatedException.class,
                                violated -> assertThat(violated.constraint()).isEqualTo("orders_external_id_held"));
            } else {
                assertThat(answer).isCompleted();
            }
        }
        assertThat(database.count("SELECT count(*) FROM orders")).isEqualTo(17);
        assertThat(database.count("SELECT count(*) FROM idempotency_keys")).isEqualTo(17);
        assertThat(claims.statements("orders-with-reference")).containsExactly(3.0, 1.0);
    }

    /** What is in the tables when all have been claimed; they are empty afterwards. */
    private List<Map<String, Object>> stored(List<? extends CompletableFuture<?>> claimed) {
        assertThat(claimed).allMatch(one -> !one.isCompletedExceptionally());
        var rows = List.of(database.query(KEYS), database.query(ORDERS)).stream()
                .flatMap(List::stream)
                .map(row -> Map.<String, Object>of("row", String.valueOf(row)))
                .toList();
        database.execute("TRUNCATE idempotency_keys, orders");
        return rows;
    }

    private FirstPhase placing(
            int number,
            @Nullable String reference,
            @Nullable String description,
            @Nullable Map<String, String> metadata) {
        var id = "01M8QCKFY4EPJ3PRETQH3J%04d".formatted(number);
        var order = new Order(
                "acme",
                id,
                "default",
                "user-" + number,
                1000L + number,
                number % 2 == 0 ? "EUR" : "JPY",
                reference,
                description,
                metadata,
                OrderStatus.CREATED,
                Instant.parse("2026-01-02T03:04:05.678Z").plusMillis(number),
                null);
        return orders.placing(
                order,
                new RecordedResponse(
                        201, "application/json", "/v1/orders/" + id, ("{\"n\":" + number + "}").getBytes(UTF_8)));
    }
}
