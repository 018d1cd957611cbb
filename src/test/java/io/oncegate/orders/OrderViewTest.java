package io.oncegate.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.oncegate.client.Description;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderViewTest {

    private static final String ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4C";
    private static final String OLDER_ID = "01JDYZ0F6T7V8W9X0Y1Z2A3B4B";
    private static final Instant TIME = Instant.parse("2026-01-31T09:30:00.123Z");

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @Test
    void tellsWhatTheContractNamesAndNothingElse() throws JsonProcessingException {
        Order order = order(ID, "cart-1", OrderStatus.CREATED);

        assertThat(JSON.writeValueAsString(OrderView.of(order)))
                .isEqualTo("{\"order_id\":\"" + ID + "\",\"status\":\"created\",\"user_id\":\"user-17\","
                        + "\"amount\":999999999999,\"currency\":\"EUR\",\"external_id\":\"cart-1\","
                        + "\"created_at\":\"2026-01-31T09:30:00.123Z\"}");
    }

    @Test
    void leavesOutAReferenceThatIsNotThere() throws JsonProcessingException {
        Order order = order(ID, null, OrderStatus.CREATED);

        assertThat(JSON.writeValueAsString(OrderView.of(order)))
                .isEqualTo("{\"order_id\":\"" + ID + "\",\"status\":\"created\",\"user_id\":\"user-17\","
                        + "\"amount\":999999999999,\"currency\":\"EUR\",\"created_at\":\"2026-01-31T09:30:00.123Z\"}");
    }

    @Test
    void tellsWhatIsKnownOfItsPayment() throws JsonProcessingException {
        Order order = order(ID, null, OrderStatus.CREATED)
                .with(
                        OrderStatus.PAYMENT_ACTION_REQUIRED,
                        new OrderPayment(PaymentStatus.ACTION_REQUIRED, "stripe", "pi_1", "https://bank.example/3ds"));

        assertThat(JSON.writeValueAsString(OrderView.of(order)))
                .isEqualTo(
                        "{\"order_id\":\"" + ID + "\",\"status\":\"payment_action_required\",\"user_id\":\"user-17\","
                                + "\"amount\":999999999999,\"currency\":\"EUR\",\"payment\":{\"status\":\"action_required\","
                                + "\"account\":\"stripe\",\"external_id\":\"pi_1\",\"redirect_url\":\"https://bank.example/3ds\"},"
                                + "\"created_at\":\"2026-01-31T09:30:00.123Z\"}");
    }

    @Test
    void leavesOutWhatIsNotKnownOfAPayment() throws JsonProcessingException {
        Order order =
                order(ID, null, OrderStatus.CREATED).with(OrderStatus.PAYMENT_PENDING, OrderPayment.begun("stripe"));

        assertThat(JSON.writeValueAsString(OrderView.of(order)))
                .contains("\"payment\":{\"status\":\"new\",\"account\":\"stripe\"},");
    }

    @ParameterizedTest
    @EnumSource(OrderStatus.class)
    void looksAsItIsDescribed(OrderStatus status) throws JsonProcessingException {
        Description description = Description.written();
        Order created = order(ID, "cart-1", status);

        assertThat(description.violations("Order", json(created))).isEmpty();
        for (PaymentStatus payment : PaymentStatus.values()) {
            assertThat(description.violations("Order", json(created.with(status, paid(payment)))))
                    .isEmpty();
        }
    }

    @Test
    void endsAPageWithACursorIfThereIsMore() {
        List<Order> found = List.of(order(ID, null, OrderStatus.PAID), order(OLDER_ID, null, OrderStatus.PAID));

        OrderPage page = OrderPage.of(found, 1);

        assertThat(page.items()).extracting(OrderView::orderId).containsExactly(ID);
        assertThat(OrderCursor.decode(String.valueOf(page.nextCursor()))).contains(new OrderCursor(TIME, ID));
    }

    @Test
    void endsTheLastPageWithoutACursor() throws JsonProcessingException {
        List<Order> found = List.of(order(ID, null, OrderStatus.PAID));

        assertThat(JSON.readTree(JSON.writeValueAsString(OrderPage.of(found, 1)))
                        .fieldNames())
                .toIterable()
                .containsExactly("items");
        assertThat(JSON.writeValueAsString(OrderPage.of(List.of(), 1))).isEqualTo("{\"items\":[]}");
    }

    @ParameterizedTest
    @EnumSource(OrderStatus.class)
    void readsEachStatusAsItIsWritten(OrderStatus status) {
        assertThat(OrderStatus.of(status.wire())).isEqualTo(status);
    }

    @ParameterizedTest
    @EnumSource(PaymentStatus.class)
    void readsEachStatusOfAPaymentAsItIsWritten(PaymentStatus status) {
        assertThat(PaymentStatus.of(status.wire())).isEqualTo(status);
    }

    private static OrderPayment paid(PaymentStatus status) {
        return new OrderPayment(status, "stripe", "pi_1", "https://bank.example/3ds");
    }

    private static JsonNode json(Order order) throws JsonProcessingException {
        return JSON.readTree(JSON.writeValueAsString(OrderView.of(order)));
    }

    private static Order order(String id, String externalId, OrderStatus status) {
        return new Order(
                "tenant",
                id,
                "principal",
                "user-17",
                999_999_999_999L,
                "EUR",
                externalId,
                "description",
                Map.of("a", "b"),
                status,
                TIME,
                null);
    }
}
